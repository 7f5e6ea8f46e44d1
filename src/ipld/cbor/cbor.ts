import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import type { Codec } from '../data-model/codec.ts'
import { decodeCbor } from './cbor-decoder.ts'
import { encodeCbor } from './cbor-encoder.ts'

/** Plain CBOR: no links, and keys in insertion order. */
export const cbor: Codec = {
  name: 'cbor',
  code: CODEC.cbor,
  decode: (bytes) => decodeCbor(bytes, false),
  encode: (node, sink) => {
    encodeCbor(node, sink, { links: false, sortKeys: false })
  }
}
