import type { ByteSink } from '../../bytes/byte-sink.ts'
import type { IpldNode } from './ipld-node.ts'

/**
 * The maximum number of lists and maps that are open at one time while a value is read. A block of 2 MiB, the exchange
 * limit, cannot hold more. Inputs of `dag/put` can be larger, and each level takes about 100 bytes.
 */
export const MAX_OPEN = 2 * 1024 * 1024

/** Converts blocks of one multicodec to values of the data model and back. */
export interface Codec {
  /** name in the multicodec table */
  name: string
  /** code in the multicodec table */
  code: number
  /**
   * Decodes a block.
   *
   * @throws EofError if the bytes end where go-ipld-prime returns a plain `io.EOF`, which Kubo treats as a clean end;
   *   other Errors with go-ipld-prime's messages
   */
  decode: (bytes: Uint8Array) => IpldNode
  /**
   * Writes the block into `sink`. If it throws, the sink holds the bytes that go-ipld-prime writes before its error.
   * Undefined for codecs that can only decode.
   */
  encode?: (node: IpldNode, sink: ByteSink) => void
}
