import type { Codec } from '../data-model/codec.ts'
import { decodeCbor } from './cbor-decoder.ts'
import { encodeCbor } from './cbor-encoder.ts'

/** Plain CBOR: no links, keys in the order in which they came. */
export const cbor: Codec = {
  name: 'cbor',
  code: 0x51,
  decode: (bytes) => decodeCbor(bytes, false),
  encode: (node, sink) => {
    encodeCbor(node, sink, { links: false, sortKeys: false })
  }
}
