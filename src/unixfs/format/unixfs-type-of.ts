import { pbData } from '../../ipld/dag-pb/decode-pb-data.ts'
import { decodeUnixfsData } from './decode-unixfs-data.ts'

/** Returns the type of a UnixFS node by the data of its dag-pb node; undefined for a node of another format. */
export function unixfsTypeOf (data: Uint8Array | undefined): number | undefined {
  try {
    return decodeUnixfsData(data ?? new Uint8Array()).type
  } catch {
    return undefined
  }
}

/** Same for a dag-pb block, also for a malformed one. */
export function unixfsTypeOfBlock (bytes: Uint8Array): number | undefined {
  try {
    return unixfsTypeOf(pbData(bytes))
  } catch {
    return undefined
  }
}
