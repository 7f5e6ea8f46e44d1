import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import type { Codec } from '../data-model/codec.ts'
import { decodeCbor } from './cbor-decoder.ts'
import { encodeCbor } from './cbor-encoder.ts'

/** CBOR with links and sorted keys (ipld.io/specs/codecs/dag-cbor). Accepts non-canonical input, as Kubo does. */
export const dagCbor: Codec = {
  name: 'dag-cbor',
  code: CODEC.dagCbor,
  decode: (bytes) => decodeCbor(bytes, true),
  encode: (node, sink) => {
    encodeCbor(node, sink, { links: true, sortKeys: true })
  }
}
