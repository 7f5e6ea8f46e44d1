import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import type { Codec } from '../data-model/codec.ts'
import { decodeJson } from './json-decoder.ts'
import { encodeJson } from './json-encoder.ts'

/** Plain JSON: no links or bytes, keys in insertion order, indented by tabs. */
export const json: Codec = {
  name: 'json',
  code: CODEC.json,
  decode: (bytes) => decodeJson(bytes, false),
  encode: (node, sink) => {
    encodeJson(node, sink, { special: false, sortKeys: false, pretty: true })
  }
}
