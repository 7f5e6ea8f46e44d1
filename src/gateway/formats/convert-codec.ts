import { codecName } from '../../cid/codes/codec-names.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { goQuote } from '../../go/text/quote.ts'
import { decodeBlock, encodeBlock } from '../../ipld/registry/registry.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { MEDIA_TYPES } from '../request/format.ts'
import type { Format } from '../request/format.ts'
import type { Resolved } from '../request/request.ts'

/** Codecs of the formats to which other blocks can be converted. */
const CONVERTIBLE: Partial<Record<Format, number>> = { 'dag-json': CODEC.dagJson, 'dag-cbor': CODEC.dagCbor }

/**
 * Converts a block to another codec, if `Gateway.AllowCodecConversion` allows it (IPIP-524). Error messages are boxo's
 * (`gateway/handler_codec.go`).
 *
 * @throws StatusError 400 if no block can be converted to the format
 * @throws StatusError 406 if conversion is not allowed
 */
export function convertCodec ({ target: { cid }, config }: Resolved, format: Format, bytes: Uint8Array): Uint8Array {
  const to = CONVERTIBLE[format]

  if (to == null) {
    throw new StatusError(400, 'converting to requested format is not supported')
  }

  if (!config.allowCodecConversion) {
    const codec = codecName(cid.code) ?? `Code(${cid.code})`
    throw new StatusError(
      406,
      `format ${goQuote(MEDIA_TYPES[format])} requested but block has codec ${
        goQuote(codec)
      }: codec conversion is not supported, fetch raw block with ?format=raw and convert client-side`
    )
  }

  return encodeBlock(to, decodeBlock(cid.code, bytes))
}
