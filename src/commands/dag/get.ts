import type { CID } from 'multiformats/cid'
import { ByteSink } from '../../bytes/byte-sink.ts'
import { codecName } from '../../cid/codes/codec-names.ts'
import { dagPb, typedPbNode } from '../../ipld/dag-pb/dag-pb.ts'
import type { Codec } from '../../ipld/data-model/codec.ts'
import type { IpldNode } from '../../ipld/data-model/ipld-node.ts'
import { LookupError } from '../../ipld/data-model/lookup-errors.ts'
import { lookupSegment } from '../../ipld/registry/lookup-segment.ts'
import { parseMulticodec } from '../../ipld/registry/parse-multicodec.ts'
import { decodeBlock, encoderOf } from '../../ipld/registry/registry.ts'
import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import { unlessEof } from './unless-eof.ts'

export const dagGet = command({
  help: {
    tagline: 'Read a block, or a value in it, and convert it to another codec.',
    description: 'Resolves the path, decodes its last block and returns the value in the requested codec.'
  },
  differs: [
    'Integers above 64 bits are an error (Kubo: 0). A value that git-raw cannot encode is an error (Kubo crashes).'
  ],
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' }
  ],
  args: { ref: argument.string('ref', 'A CID or a path, which may lead into the block.', { stdin: true }) },
  options: { outputCodec: option.string('output-codec', 'Codec of the output.', { default: 'dag-json' }) },
  answersBytes: true,

  async run ({ ref, outputCodec }, { blocks, signal, resolveName }) {
    const code = parseMulticodec(outputCodec)

    return await unlessEof(async () => {
      const { cid, remainder } = await resolvePath(parsePathOrCid(ref), { blocks, signal, resolveName })
      const node = decodeNode(cid, await blocks.get(cid, { signal }))
      return bytesResult(encodeChunks(followSegments(node, remainder), outputEncoder(code)))
    })
  }
})

/** Decodes a block. A dag-pb node is read by its schema, so that fields that the block omits exist too (ipldlegacy). */
function decodeNode (cid: CID, block: Uint8Array): IpldNode {
  return cid.code === dagPb.code ? typedPbNode(block) : decodeBlock(cid.code, block)
}

function followSegments (node: IpldNode, segments: string[]): IpldNode {
  return segments.reduce<IpldNode>((node, segment) => {
    const found = lookupSegment(node, segment)

    if (found == null) {
      throw LookupError.missing(segment)
    }

    return found.value ?? null
  }, node)
}

function outputEncoder (code: number): NonNullable<Codec['encode']> {
  try {
    return encoderOf(code)
  } catch (err) {
    throw new Error(`invalid encoding: ${codecName(code) ?? `Code(${code})`} - ${(err as Error).message}`, {
      cause: err
    })
  }
}

/**
 * Yields the encoded node. Kubo encodes after its answer has started: it sends the bytes before an error, even none,
 * and then the error.
 */
async function* encodeChunks (node: IpldNode, encode: NonNullable<Codec['encode']>): AsyncGenerator<Uint8Array> {
  const sink = new ByteSink()
  let failure: { error: unknown } | undefined

  try {
    encode(node, sink)
  } catch (err) {
    failure = { error: err }
  }

  yield sink.finish()

  if (failure != null) {
    throw failure.error
  }
}
