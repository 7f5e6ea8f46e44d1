import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { MEDIA_TYPES } from './format.ts'

/** Media types of codecs whose blocks are documents (boxo `codecToContentType`). */
export const CODEC_TYPES: Readonly<Record<number, string>> = {
  [CODEC.json]: MEDIA_TYPES.json,
  [CODEC.cbor]: MEDIA_TYPES.cbor,
  [CODEC.dagJson]: MEDIA_TYPES['dag-json'],
  [CODEC.dagCbor]: MEDIA_TYPES['dag-cbor']
}
