import type { CID } from 'multiformats/cid'
import { CidSet } from '../../cid/sets/cid-set.ts'
import { StatCounter } from '../../dag/stat-summary.ts'
import type { StatSummary } from '../../dag/stat-summary.ts'
import { walkDag } from '../../dag/walk.ts'
import { isPlainEof } from '../../go/text/eof-error.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import type { Context } from '../../rpc/command/context.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { statText } from './stat-text.ts'

export const dagStat = command({
  help: {
    tagline: 'Show statistics of DAGs.',
    description: 'Counts the distinct blocks and bytes of one or more DAGs, and the blocks that they share.'
  },
  differs: [
    'The ratio of empty blocks is a number (Kubo: NaN). All arguments can be sent as lines of a body.'
  ],
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' }
  ],
  args: { roots: argument.string('root', 'CID or path of a root.', { variadic: true, stdin: true }) },
  options: { progress: option.bool('progress,p', 'Return progress after each block. Default: true') },
  output: outputShape(
    'DagStatSummary',
    'UniqueBlocks?:int TotalSize?:uint64 SharedSize?:uint64 Ratio?:float32 DagStats?:object',
    'UniqueBlocks:int TotalSize:uint64 SharedSize:uint64 Ratio:float32 DagStatsArray=DagStats:[]{Cid:string ' +
      'Size:uint64 NumBlocks:int64}'
  ),

  run: ({ roots, progress }, context) => streamResult(measureDags(roots, progress ?? true, context)),

  text: statText
})

async function* measureDags (paths: string[], progress: boolean, context: Context): AsyncGenerator<StatSummary> {
  const counter = new StatCounter()
  const { encode } = context.cids

  for (const path of paths) {
    const root = await rootOf(path, context)
    let begun = false

    try {
      // Leaves are not loaded: only their size is needed.
      for await (
        const { cid, size = 0 } of walkDag([root], {
          ...context,
          leaves: 'check',
          visited: new CidSet({ versions: true })
        })
      ) {
        if (!begun) {
          counter.begin(encode(root))
          begun = true
        }

        counter.count(cid, size)

        if (progress) {
          yield counter.progress()
        }
      }
    } catch (err) {
      if (context.signal.aborted) {
        throw err
      }

      if (begun) {
        throw new Error(`error traversing DAG: ${errorMessage(err)}`, { cause: err })
      }

      // For a truncated root Kubo ends silently (see `unlessEof`).
      if (isPlainEof(err)) {
        return
      }

      throw err
    }
  }

  yield counter.summary()
}

async function rootOf (path: string, context: Context): Promise<CID> {
  const { cid, remainder } = await resolvePath(parsePathOrCid(path), context)

  if (remainder.length > 0) {
    throw new Error('cannot return size for anything other than a DAG with a root CID')
  }

  return cid
}
