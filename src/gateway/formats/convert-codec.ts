import * as dagCbor from '@ipld/dag-cbor'
import * as dagJson from '@ipld/dag-json'
import { codecName } from '../../dag/codec-names.ts'
import { decodeNode } from '../../dag/decode-node.ts'
import { goQuote } from '../../unixfs/import/go-quote.ts'
import type { Resolved } from '../request.ts'
import { StatusError } from '../status-error.ts'
import { MEDIA_TYPES } from './format.ts'
import type { Format } from './format.ts'

/** Forms that blocks of other codecs can be converted to. */
const ENCODERS: Partial<Record<Format, (node: unknown) => Uint8Array>> = {
  'dag-json': (node) => dagJson.encode(node),
  'dag-cbor': (node) => dagCbor.encode(node)
}

/**
 * A block in the form of another codec, where `Gateway.AllowCodecConversion` allows it (IPIP-524). The words of the refusals
 * are boxo's (`gateway/handler_codec.go`).
 *
 * @throws StatusError 400 for a form that nothing is converted to, 406 where it is not allowed
 */
export function convertCodec ({ target: { cid }, config }: Resolved, format: Format, bytes: Uint8Array): Uint8Array {
  const encode = ENCODERS[format]

  if (encode == null) {
    throw new StatusError(400, 'converting to requested format is not supported')
  }

  if (!config.allowCodecConversion) {
    const codec = codecName(cid.code) ?? `Code(${cid.code})`
    throw new StatusError(406, `format ${goQuote(MEDIA_TYPES[format])} requested but block has codec ${goQuote(codec)}: codec conversion is not supported, fetch raw block with ?format=raw and convert client-side`)
  }

  return encode(decodeNode(cid, bytes))
}
