import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { RECORD_MEDIA_TYPE } from '../../names/record/read-record.ts'

/** Formats that can be requested by `format` or `Accept`. */
export type Format = 'raw' | 'car' | 'tar' | 'json' | 'cbor' | 'dag-json' | 'dag-cbor' | 'ipns-record'

/** Media types of the formats (specs.ipfs.tech/http-gateways/path-gateway, "format"). */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  raw: 'application/vnd.ipld.raw',
  car: 'application/vnd.ipld.car',
  tar: 'application/x-tar',
  json: 'application/json',
  cbor: 'application/cbor',
  'dag-json': 'application/vnd.ipld.dag-json',
  'dag-cbor': 'application/vnd.ipld.dag-cbor',
  'ipns-record': RECORD_MEDIA_TYPE
}

/** Media types of the codecs of documents (boxo `codecToContentType`). */
export const CODEC_TYPES: Readonly<Record<number, string>> = {
  [CODEC.json]: MEDIA_TYPES.json,
  [CODEC.cbor]: MEDIA_TYPES.cbor,
  [CODEC.dagJson]: MEDIA_TYPES['dag-json'],
  [CODEC.dagCbor]: MEDIA_TYPES['dag-cbor']
}
