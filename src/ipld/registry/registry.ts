import { ByteSink } from '../../bytes/byte-sink.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { defineError } from '../../errors/define-error.ts'
import { cbor } from '../cbor/cbor.ts'
import { dagCbor } from '../cbor/dag-cbor.ts'
import { dagPb } from '../dag-pb/dag-pb.ts'
import type { Codec } from '../data-model/codec.ts'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { gitRaw, gitZlib } from '../git/git-raw.ts'
import { dagJose } from '../jose/dag-jose.ts'
import { dagJson } from '../json/dag-json.ts'
import { json } from '../json/json.ts'
import { raw } from './raw.ts'

/**
 * A block whose codec has no decoder. The messages are go-ipld-prime's (`multicodec/registry.go`, `linking/errors.go`).
 */
export class UnknownCodecError extends defineError('UnknownCodecError') {
  readonly code: number

  /** @param code - the codec's code in the multicodec table */
  constructor (code: number) {
    super(`could not choose a decoder: no decoder registered for multicodec code ${code} (0x${code.toString(16)})`)
    this.code = code
  }
}

/** Codecs by their codes. Functions, so that a worker evaluates only those that it needs (docs/internals/build.md). */
const byCode: ReadonlyMap<number, () => Codec> = new Map([
  [CODEC.cbor, () => cbor],
  [CODEC.raw, () => raw],
  [CODEC.dagPb, () => dagPb],
  [CODEC.dagCbor, () => dagCbor],
  [CODEC.gitRaw, () => gitRaw],
  [CODEC.dagJose, () => dagJose],
  [CODEC.dagJson, () => dagJson],
  [CODEC.json, () => json],
  [CODEC.gitZlib, () => gitZlib]
])

/** Returns the codecs that the default build of Kubo v0.40.0 registers. libp2p-key is not among them. */
export function registeredCodecs (): Codec[] {
  return [...byCode.values()].map((codec) => codec())
}

/**
 * Returns the decoder of a codec.
 *
 * @throws an Error with go-ipld-prime's message (`multicodec/registry.go`) if there is no decoder
 */
export function decoderOf (code: number): Codec['decode'] {
  const codec = byCode.get(code)?.()

  if (codec == null) {
    throw new Error(`no decoder registered for multicodec code ${code} (0x${code.toString(16)})`)
  }

  return codec.decode
}

/**
 * Returns the encoder of a codec.
 *
 * @throws an Error with go-ipld-prime's message if there is no encoder
 */
export function encoderOf (code: number): NonNullable<Codec['encode']> {
  const encode = byCode.get(code)?.().encode

  if (encode == null) {
    throw new Error(`no encoder registered for multicodec code ${code} (0x${code.toString(16)})`)
  }

  return encode
}

/**
 * Decodes a block to a value of the data model.
 *
 * @throws UnknownCodecError if the codec is not registered; EofError or another Error if the bytes are invalid
 */
export function decodeBlock (code: number, bytes: Uint8Array): IpldNode {
  const codec = byCode.get(code)?.()

  if (codec == null) {
    throw new UnknownCodecError(code)
  }

  return codec.decode(bytes)
}

/**
 * Encodes a value as a block.
 *
 * @throws an Error if there is no encoder or the value does not fit the codec
 * @example encode(0x71, decode(0x0129, bytes)) // dag-json to dag-cbor
 */
export function encodeBlock (code: number, node: IpldNode): Uint8Array {
  const sink = new ByteSink()
  encoderOf(code)(node, sink)
  return sink.finish()
}
