import { ByteSink } from '../../bytes/byte-sink.ts'
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
import { UnknownCodecError } from './unknown-codec-error.ts'

/** The codecs that Kubo v0.40.0 has registered in its default build. libp2p-key is not among them. */
export const codecs: readonly Codec[] = [cbor, raw, dagPb, dagCbor, gitRaw, dagJose, dagJson, json, gitZlib]

const byCode = new Map(codecs.map((codec) => [codec.code, codec]))

/** @throws Error with go-ipld-prime's words (`multicodec/registry.go`) where there is no decoder */
export function decoderOf (code: number): Codec['decode'] {
  const codec = byCode.get(code)

  if (codec == null) {
    throw new Error(`no decoder registered for multicodec code ${code} (0x${code.toString(16)})`)
  }

  return codec.decode
}

/** @throws Error with go-ipld-prime's words where there is no encoder */
export function encoderOf (code: number): NonNullable<Codec['encode']> {
  const encode = byCode.get(code)?.encode

  if (encode == null) {
    throw new Error(`no encoder registered for multicodec code ${code} (0x${code.toString(16)})`)
  }

  return encode
}

/**
 * A block as a value of the data model.
 *
 * @throws UnknownCodecError for a codec that is not here, EofError or another Error when the bytes are not of it
 */
export function decode (code: number, bytes: Uint8Array): IpldNode {
  const codec = byCode.get(code)

  if (codec == null) {
    throw new UnknownCodecError(code)
  }

  return codec.decode(bytes)
}

/**
 * A value as a block.
 *
 * @throws an Error when there is no such encoder or the value does not fit the codec
 * @example
 *   encode(0x71, decode(0x0129, bytes))   // dag-json to dag-cbor
 */
export function encode (code: number, node: IpldNode): Uint8Array {
  const sink = new ByteSink()
  encoderOf(code)(node, sink)
  return sink.finish()
}
