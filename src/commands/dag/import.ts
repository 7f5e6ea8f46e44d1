import type { CID } from 'multiformats/cid'
import { cidLink } from '../../cid/text/cid-link.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { dagImport as importJob } from '../../jobs/kinds/dag-import.ts'
import type { SentCar } from '../../jobs/kinds/dag-import.ts'
import { argument } from '../../rpc/command/argument.ts'
import type { Upload } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'
import type { WriteBounds } from '../../store/blockstore/blockstore.ts'
import { allowBigBlock } from '../shared/common-options.ts'
import { announceNew, dagOption, rootAndWaitOptions } from '../shared/fast-provide.ts'
import { importText } from './import-text.ts'
import type { ImportOutput } from './import-text.ts'

export const dagImport = command({
  help: {
    tagline: 'Import the blocks of CARs.',
    description:
      'Stores all blocks of CARv1 and CARv2 files, including blocks that no root links to, and then pins the roots ' +
      'of their headers. A root is pinned only if its whole DAG is local. If a file is invalid, nothing of the ' +
      'request is stored.'
  },
  differs: [
    'A CAR that is truncated within a length prefix is an error (Kubo accepts it as complete). stats works for ' +
    'CARv2 too (Kubo: an error).'
  ],
  errors: [
    { ask: '', body: 'x', says: 'unexpected EOF' }
  ],
  args: { files: argument.file('path', 'CAR files.', { variadic: true, stdin: true, staged: true }) },
  options: {
    pinRoots: option.bool('pin-roots', 'Pin the roots of the CAR headers.', { default: true }),
    silent: option.bool('silent', 'Print nothing (text output only).'),
    stats: option.bool('stats', 'Return the number of blocks and bytes too.'),
    localOnly: option.bool('local-only', 'Import partial CARs. Implies pin-roots=false.', { since: '0.42' }),
    ...rootAndWaitOptions,
    ...dagOption,
    allowBigBlock
  },
  output: outputShape(
    'CarImportOutput',
    'Root?:object Stats?:object',
    'Root:*{Cid:cid.Cid PinErrorMsg:string} Stats:*{BlockCount:uint64 BlockBytesCount:uint64}'
  ),

  run ({ files, stats, allowBigBlock, localOnly, ...input }, { node, signal, given, imports }) {
    if (localOnly === true && given?.['pin-roots'] != null && input.pinRoots) {
      throw new Error(
        '--local-only implies --pin-roots=false and cannot be combined with --pin-roots=true; please drop one of them'
      )
    }

    const pinRoots = input.pinRoots && localOnly !== true

    return streamResult((async function* (): AsyncGenerator<ImportOutput> {
      const { totals, roots } = await node.jobs.run(
        importJob(node, sentCars(files), {
          pinRoots,
          allowBigBlock,
          bounds: writeBounds(node.config),
          importOne: imports?.car
        }),
        { signal }
      ).result

      for (const { cid, error } of roots) {
        yield { Root: { Cid: cidLink(cid), PinErrorMsg: error } }
      }

      // For an empty body Kubo reports nothing (see `unlessEof`).
      if (stats === true && (totals.cars > 0 || totals.emptyFiles === 0)) {
        yield { Stats: { BlockCount: totals.blocks, BlockBytesCount: totals.bytes } }
      }

      const stored: CID[] = []

      for (const cid of totals.roots.values()) {
        if (await node.blockstore.has(cid)) {
          stored.push(cid)
        }
      }

      await announceNew({ roots: stored, isPinned: pinRoots, isInMfs: false }, input, { node, signal })
    })())
  },

  text: importText
})

/** Returns the configured write limits. Changes apply from the next import. */
function writeBounds (config: ConfigStore): WriteBounds {
  return {
    blocks: config.get<number | null>('Import.BatchMaxNodes') ?? undefined,
    bytes: config.get<number | null>('Import.BatchMaxSize') ?? undefined
  }
}

async function* sentCars (files: Upload): AsyncGenerator<SentCar> {
  for await (const { kind, path, content } of files) {
    if (kind !== 'file') {
      throw new Error('expected a file handle')
    }

    yield { name: path, content }
  }
}
