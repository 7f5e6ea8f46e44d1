import { encodePbNode } from '../../ipld/dag-pb/encode-pb-node.ts'
import type { NewPbLink } from '../../ipld/dag-pb/encode-pb-node.ts'
import { unixfsDataLength, writeUnixfsData } from './encode-unixfs-data.ts'
import type { NewUnixfsData } from './unixfs-data.ts'

/**
 * Encodes a dag-pb node with UnixFS data, in one allocation of the exact size.
 *
 * @param links - in the order of the node: in directories, sorted by the bytes of the names
 */
export function encodeUnixfsNode (links: readonly NewPbLink[], data: NewUnixfsData): Uint8Array<ArrayBuffer> {
  return encodePbNode(links, {
    length: unixfsDataLength(data),
    write: (out, at) => {
      writeUnixfsData(out, at, data)
    }
  })
}
