import { CID } from 'multiformats/cid'
import { bufferedGenerator } from '../../async/iteration/buffered-generator.ts'
import type { Report } from '../../async/iteration/buffered-generator.ts'
import { DelayedReport } from '../../async/iteration/delayed-report.ts'
import { blockTooLarge, checkBlockSize, maxBlockBytes } from '../../blocks/local/block-size.ts'
import type { ToBytesOptions } from '../../bytes/to-bytes.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { checkMultihash } from '../../cid/hash/check-multihash.ts'
import { hash } from '../../cid/hash/hash.ts'
import { knownHash } from '../../cid/hash/hashes.ts'
import { cidLink, linkedCid } from '../../cid/text/cid-link.ts'
import type { CidLink } from '../../cid/text/cid-link.ts'
import { isPlainEof } from '../../go/text/eof-error.ts'
import { parseMulticodec } from '../../ipld/registry/parse-multicodec.ts'
import { decoderOf, encodeBlock, encoderOf } from '../../ipld/registry/registry.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { pinCommitRecord } from '../../pins/change/pin-commit-record.ts'
import { withWriteSession } from '../../repo/with-write-session.ts'
import { argument } from '../../rpc/command/argument.ts'
import type { Upload } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { allowBigBlock } from '../shared/common-options.ts'
import { entryBytes } from '../shared/entry-bytes.ts'

export const dagPut = command({
  help: {
    tagline: 'Store values as blocks.',
    description:
      'Decodes each part of the body with the input codec, stores it with the store codec and returns its CID.'
  },
  errors: [
    { ask: 'store-codec=nosuch', body: '{}', says: 'unknown multicodec: "nosuch"' }
  ],
  args: { files: argument.file('object data', 'The value.', { variadic: true, stdin: true }) },
  options: {
    storeCodec: option.string('store-codec', 'Codec of the block and its CID.', { default: 'dag-cbor' }),
    inputCodec: option.string('input-codec', 'Codec of the body.', { default: 'dag-json' }),
    pin: option.bool('pin', 'Pin the blocks recursively. Linked blocks need not be local.'),
    hash: option.string('hash', 'Hash function of the CID. Default: Import.HashFunction, else sha2-256'),
    allowBigBlock
  },
  output: outputShape('OutputObject', 'Cid:object', 'Cid:cid.Cid'),

  run ({ files, storeCodec, inputCodec, pin, hash, allowBigBlock }, { node, signal, stallMs }) {
    const transcode = createTranscoder(
      inputCodec,
      storeCodec,
      hash == null || hash === '' ? node.config.get<string>('Import.HashFunction') ?? 'sha2-256' : hash
    )
    const limit = inputLimit(inputCodec, allowBigBlock)

    return streamResult(bufferedGenerator<{ Cid: CidLink }>(
      async (report, signal) => {
        await putAll(files, { node, report, signal, transcode, allowBigBlock, limit, pin: pin === true })
      },
      signal,
      { stallMs }
    ))
  },

  text: ({ Cid }, _, { cids }) => `${cids.encode(linkedCid(Cid))}\n`
})

/** Limit of decoded values: a decoded value takes many times as much memory as its text. Kubo has none. */
const MAX_INPUT_BYTES = 8 * 1024 * 1024

type Limit = Pick<ToBytesOptions, 'maxBytes' | 'tooLarge'>

/** Returns the input limit. Raw input may be as large as a block. */
function inputLimit (inputCodec: string, allowBigBlock: boolean): Limit {
  return inputCodec === 'raw'
    ? { maxBytes: maxBlockBytes(allowBigBlock), tooLarge: () => blockTooLarge(allowBigBlock) }
    : {
      maxBytes: MAX_INPUT_BYTES,
      tooLarge: () => new Error(`the value is over ${MAX_INPUT_BYTES / 1024 / 1024}MiB: no larger one is decoded here`)
    }
}

type Transcode = (input: Uint8Array) => Promise<Block>

/** Checks the options before any input is read, in Kubo's order (`core/commands/dag/put.go`). */
function createTranscoder (inputCodec: string, storeCodec: string, hashName: string): Transcode {
  const input = parseMulticodec(inputCodec)
  const code = parseMulticodec(storeCodec)
  const hashCode = parseMulticodec(hashName)
  const decode = decoderOf(input)
  encoderOf(code)

  return async (data) => {
    const bytes = encodeBlock(code, decode(data))
    return { cid: CID.createV1(code, await hashBlock(bytes, hashCode)), bytes }
  }
}

async function hashBlock (bytes: Uint8Array, code: number): ReturnType<typeof hash> {
  try {
    knownHash(code)
  } catch (err) {
    throw new Error(`invalid cid: ${(err as Error).message}`, { cause: err })
  }

  return await hash(bytes, code)
}

interface PutOptions {
  node: IpfsNode
  report: Report<{ Cid: CidLink }>
  signal: AbortSignal
  transcode: Transcode
  allowBigBlock: boolean
  limit: Limit
  pin: boolean
}

/**
 * Puts all blocks in one write session, which is committed after the last one: a failure before rolls all of them back,
 * like Kubo's batch.
 */
async function putAll (
  files: Upload,
  { node, report, signal, transcode, allowBigBlock, limit, pin }: PutOptions
): Promise<void> {
  // Holds back the last CID until all blocks are durable.
  const held = new DelayedReport(report)

  await withWriteSession(node, signal, async ({ put, record }) => {
    const cids: CID[] = []

    await held.during(async () => {
      for await (const bytes of fileContents(files, { signal, ...limit })) {
        const block = await unlessCut(transcode(bytes))

        if (block == null) {
          break
        }

        checkBlockSize(block.bytes.byteLength, allowBigBlock)
        // Kubo checks the hash at the commit, after it has answered the CID.
        checkMultihash(block.cid.multihash)
        cids.push(block.cid)

        if (block.cid.multihash.code !== HASH.identity) {
          await put(block.cid, block.bytes)
        }

        await held.report({ Cid: cidLink(block.cid) })
      }
    })

    if (pin) {
      record(pinCommitRecord(node.pins, cids.map((cid) => ({ cid, mode: 'recursive', name: '' }))))
    }
  })

  await held.flush()
}

async function* fileContents (files: Upload, options: ToBytesOptions): AsyncGenerator<Uint8Array> {
  for await (const entry of files) {
    const bytes = await entryBytes(entry, options)

    if (bytes == null) {
      throw new Error('expected a regular file')
    }

    yield bytes
  }
}

/**
 * Returns undefined for a truncated document (`EofError`), which ends the command silently in Kubo. Blocks before it
 * are kept here; Kubo discards them after answering their CIDs.
 */
async function unlessCut (work: Promise<Block>): Promise<Block | undefined> {
  try {
    return await work
  } catch (err) {
    if (isPlainEof(err)) {
      return undefined
    }

    throw err
  }
}
