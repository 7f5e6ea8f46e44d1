import type { CID } from 'multiformats/cid'
import { blockTooLarge, maxBlockBytes } from '../../blocks/local/block-size.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { pinCommitRecord } from '../../pins/change/pin-commit-record.ts'
import { withWriteSession } from '../../repo/with-write-session.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { allowBigBlock } from '../shared/common-options.ts'
import { entryBytes } from '../shared/entry-bytes.ts'
import { blockStatShape } from './block-stat.ts'
import { cidMaker } from './cid-maker.ts'

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

  run ({ files, cidCodec, mhtype, mhlen, pin, allowBigBlock, format }, { node, signal, cids }) {
    const { encode } = cids
    const hashName = mhtype == null || mhtype === ''
      ? node.config.get<string>('Import.HashFunction') ?? 'sha2-256'
      : mhtype
    const makeCid = cidMaker({ hashName, length: mhlen, cidCodec, format: format ?? '' })

    return streamResult((async function* () {
      for await (const entry of files) {
        // Kubo checks this after storing the block.
        const bytes = await entryBytes(entry, {
          signal,
          maxBytes: maxBlockBytes(allowBigBlock),
          tooLarge: () => blockTooLarge(allowBigBlock)
        })

        if (bytes == null) {
          throw new Error('expected a file')
        }

        const cid = await makeCid(bytes)
        await keepBlock(node, cid, bytes, { pin, signal })
        yield { Key: encode(cid), Size: bytes.byteLength }
      }
    })())
  },

  text: ({ Key }) => `${Key}\n`
})

/** Stores a single block. Once answered it stays, even if the rest of the upload fails. */
async function keepBlock (
  node: IpfsNode,
  cid: CID,
  bytes: Uint8Array,
  { pin, signal }: { pin: boolean; signal: AbortSignal }
): Promise<void> {
  node.policy.checkBlock(cid)

  await withWriteSession(node, signal, async ({ put, record }) => {
    if (cid.multihash.code !== HASH.identity) {
      await put(cid, bytes)
    }

    if (pin) {
      // As in Kubo, blocks below it may arrive later.
      record(pinCommitRecord(node.pins, [{ cid, mode: 'recursive', name: '' }]))
    }
  })
}
