import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import type { Codec } from '../data-model/codec.ts'
import { requireKind } from '../data-model/schema.ts'

/** Raw bytes. */
export const raw: Codec = {
  name: 'raw',
  code: CODEC.raw,
  decode: (bytes) => bytes,
  encode: (node, sink) => {
    sink.bytes(requireKind(node, 'bytes', 'AsBytes'))
  }
}
