import type { ByteSink } from '../../bytes/byte-sink.ts'
import type { IpldNode } from './ipld-node.ts'

/** How blocks of one multicodec become values of the data model and back. */
export interface Codec {
  /** name in the multicodec table */
  name: string
  /** code in the multicodec table */
  code: number
  /**
   * @throws EofError where the bytes end and go-ipld-prime says no more than `io.EOF`, which Kubo takes for a clean
   *   end; other Errors with its words
   */
  decode: (bytes: Uint8Array) => IpldNode
  /**
   * Writes the block into `sink`. When it throws, the sink holds what go-ipld-prime has written before its error.
   * Left out where there is a decoder only.
   */
  encode?: (node: IpldNode, sink: ByteSink) => void
}
