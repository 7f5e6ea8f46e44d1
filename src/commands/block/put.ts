import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { pinCommitRecord } from '../../pins/change/pin-commit-record.ts'
import { withWriteSession } from '../../repo/with-write-session.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { streamResult } from '../../rpc/command/result.ts'
import type { MadeBlock } from '../../rpc/command/upload-imports.ts'
import { allowBigBlock } from '../shared/common-options.ts'
import { blockStatShape } from './block-stat.ts'
import { cidMaker } from './cid-maker.ts'
import { makeBlock } from './make-block.ts'

export const blockPut = command({
  help: {
    tagline: 'Store bytes as a block.',
    description:
      'Stores each part of the body as one block and returns its CID. The codec only becomes part of the CID; the ' +
      'data is not validated.'
  },
  errors: [
    { ask: 'cid-codec=nosuch', body: 'x', says: 'unknown multicodec: "nosuch"' },
    { ask: 'mhtype=nosuch', body: 'x', says: 'unrecognized multihash function: nosuch' }
  ],
  args: { files: argument.file('data', 'The bytes of a block.', { variadic: true, stdin: true }) },
  options: {
    cidCodec: option.string('cid-codec', 'Multicodec of the CID, for example dag-pb.', { default: 'raw' }),
    mhtype: option.string('mhtype', 'Hash function of the CID. Default: Import.HashFunction, else sha2-256'),
    mhlen: option.int('mhlen', 'Length of the digest in bytes, -1 for the full length.', { default: -1 }),
    pin: option.bool('pin', 'Pin the blocks recursively. Linked blocks need not be local.', { default: false }),
    allowBigBlock,
    format: option.string(
      'format,f',
      'Legacy name of the codec: v0, protobuf or cbor; v0 creates a CIDv0. Excludes cid-codec.',
      { deprecated: true }
    )
  },
  output: blockStatShape,

  run ({ files, cidCodec, mhtype, mhlen, pin, allowBigBlock, format }, { node, signal, cids, imports }) {
    const { encode } = cids
    const hashName = mhtype == null || mhtype === ''
      ? node.config.get<string>('Import.HashFunction') ?? 'sha2-256'
      : mhtype
    const options = { hashName, length: mhlen, cidCodec, format: format ?? '' }
    // Checks the options before the upload is read.
    cidMaker(options)

    return streamResult((async function* () {
      for await (const entry of files) {
        const block = await (imports?.block ?? makeBlock)(entry, { ...options, allowBigBlock, signal })
        await keepBlock(node, block, { pin, signal })
        yield { Key: encode(block.cid), Size: block.size }
      }
    })())
  },

  text: ({ Key }) => `${Key}\n`
})

/** Stores a single block. Once answered it stays, even if the rest of the upload fails. */
async function keepBlock (
  node: IpfsNode,
  { cid, store }: MadeBlock,
  { pin, signal }: { pin: boolean; signal: AbortSignal }
): Promise<void> {
  node.policy.checkBlock(cid)

  await withWriteSession(node, signal, async (writes) => {
    await store(writes)

    if (pin) {
      // As in Kubo, blocks below it may arrive later.
      writes.record(pinCommitRecord(node.pins, [{ cid, mode: 'recursive', name: '' }]))
    }
  })
}
