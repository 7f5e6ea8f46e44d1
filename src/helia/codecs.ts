import type { CodecLoader } from '@helia/interface'
import * as dagCbor from '@ipld/dag-cbor'
import * as dagJson from '@ipld/dag-json'
import * as dagPb from '@ipld/dag-pb'
import type { BlockCodec } from 'multiformats'
import * as json from 'multiformats/codecs/json'
import * as raw from 'multiformats/codecs/raw'

/**
 * Returns a loader of codecs by code.
 *
 * @throws an Error named UnknownCodecError
 */
export function codecs (more: ReadonlyArray<BlockCodec<number, unknown>>): CodecLoader {
  const known = new Map<number, unknown>(
    [...more, raw, json, dagPb, dagCbor, dagJson].reverse().map((codec) => [codec.code, codec])
  )

  return <T, Code extends number>(code: Code) => {
    const codec = known.get(code)
    if (codec == null) {
      throw Object.assign(new Error(`no codec for 0x${code.toString(16)}: give it to helia({ codecs })`), {
        name: 'UnknownCodecError'
      })
    }
    return codec as BlockCodec<Code, T>
  }
}
