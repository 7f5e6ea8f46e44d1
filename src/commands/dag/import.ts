import type { CID } from 'multiformats/cid'
import { checkMultihash } from '../../cid/check-multihash.ts'
import { decode } from '../../ipld/registry.ts'
import { BlockNotFoundError } from '../../blocks/block-not-found-error.ts'
import { blockReader } from '../../blocks/block-reader.ts'
import type { IpfsNode } from '../../node/ipfs-node.ts'
import { pinRoot } from '../../pins/pin-root.ts'
import { argument } from '../../rpc/argument.ts'
import type { Upload } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { errorMessage } from '../../go/error-message.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { stream } from '../../rpc/result.ts'
import { allowBigBlock } from '../shared/allow-big-block.ts'
import { cidLink } from '../../cid/cid-link.ts'
import { importCar } from '../../dag/import-car.ts'
import type { ImportTotals } from '../../dag/import-car.ts'
import { importText } from './import-text.ts'
import type { ImportOutput } from './import-text.ts'

export const dagImport = command({
  help: {
    tagline: 'Import the blocks of CARs.',
    description: 'Stores all blocks of CARs of version 1 or 2, those too that no root leads to, and then pins the roots that their headers name. ' +
      'Only blocks that are here count for a pin. When a file is found to be bad, nothing of the request is kept.'
  },
  args: { files: argument.file('path', 'A CAR.', { variadic: true, stdin: true }) },
  options: {
    pinRoots: option.bool('pin-roots', 'Pin the roots that the headers name.', { default: true }),
    silent: option.bool('silent', 'Print nothing on the command line.'),
    stats: option.bool('stats', 'Tell how many blocks and bytes there were.'),
    // as in Kubo without a DHT: there is nobody to announce to
    fastProvideRoot: option.bool('fast-provide-root', 'Announce the roots to the DHT at once. Skipped when there is none.'),
    fastProvideWait: option.bool('fast-provide-wait', 'Wait until that is done.'),
    allowBigBlock
  },
  output: shape('CarImportOutput', 'Root?:object Stats?:object'),

  run ({ files, pinRoots, stats, allowBigBlock }, { node, signal }) {
    return stream(importAll(files, { node, pinRoots, stats: stats === true, allowBigBlock, signal }))
  },

  text: importText
})

interface ImportAllOptions {
  node: IpfsNode
  pinRoots: boolean
  stats: boolean
  allowBigBlock: boolean
  signal: AbortSignal
}

async function * importAll (files: Upload, { node, pinRoots, stats, allowBigBlock, signal }: ImportAllOptions): AsyncGenerator<ImportOutput> {
  const totals: ImportTotals = { roots: new Map(), blocks: 0, bytes: 0, emptyFiles: 0, cars: 0 }
  const release = pinRoots ? await node.gcLock.read(signal) : () => {}
  // what the roots lead to stays until it is pinned, also when the lock is given back for that
  const dropRoots = pinRoots ? node.gcRoots.add('present', () => [...totals.roots.values()]) : () => {}

  try {
    await importFiles(files, totals, { node, allowBigBlock, signal })
    release()

    if (pinRoots) {
      for (const root of totals.roots.values()) {
        yield { Root: { Cid: cidLink(root), PinErrorMsg: await pin(root, node, signal) } }
      }
    }

    // of a body without a byte Kubo says nothing at all (see `unlessEof`)
    if (stats && (totals.cars > 0 || totals.emptyFiles === 0)) {
      yield { Stats: { BlockCount: totals.blocks, BlockBytesCount: totals.bytes } }
    }
  } finally {
    release()
    dropRoots()
  }
}

/** All files or nothing. */
async function importFiles (files: Upload, totals: ImportTotals, { node, allowBigBlock, signal }: Pick<ImportAllOptions, 'node' | 'allowBigBlock' | 'signal'>): Promise<void> {
  const session = node.blockstore.session()

  try {
    for await (const { kind, content } of files) {
      if (kind !== 'file') {
        throw new Error('expected a file handle')
      }

      await importCar(content, { put: async ({ cid, bytes }) => { await session.put(cid, bytes) }, totals, allowBigBlock, signal })
    }

    await session.commit()
  } catch (err) {
    await session.rollback()
    throw err
  }
}

/** @returns why a root could not be pinned; empty when it could. Kubo looks for what is missing of it nowhere else. */
async function pin (cid: CID, node: IpfsNode, signal: AbortSignal): Promise<string> {
  const blocks = blockReader(node.blockstore, undefined)

  try {
    checkMultihash(cid.multihash)

    if (!await blocks.has(cid)) {
      throw new BlockNotFoundError(cid, false)
    }

    decode(cid.code, await blocks.get(cid, { signal }))
    await pinRoot(node, { cid, mode: 'recursive', name: '' }, { blocks, signal })
    return ''
  } catch (err) {
    signal.throwIfAborted()
    return errorMessage(err)
  }
}
