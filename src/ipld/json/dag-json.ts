import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import type { Codec } from '../data-model/codec.ts'
import { decodeJson } from './json-decoder.ts'
import { encodeJson } from './json-encoder.ts'

/** JSON with links, bytes and sorted keys (ipld.io/specs/codecs/dag-json). */
export const dagJson: Codec = {
  name: 'dag-json',
  code: CODEC.dagJson,
  decode: (bytes) => decodeJson(bytes, true),
  encode: (node, sink) => {
    encodeJson(node, sink, { special: true, sortKeys: true, pretty: false })
  }
}
