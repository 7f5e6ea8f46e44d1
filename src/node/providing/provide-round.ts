import type { CID } from 'multiformats/cid'
import type { JobContext, JobSpec } from '../../jobs/job-spec.ts'
import type { ProvideTarget } from '../../net/provide-target.ts'
import { announceKeys } from './announce-keys.ts'
import { keysToProvide } from './keys-to-provide.ts'
import type { ProvidingNode } from './keys-to-provide.ts'
import type { ProvideStates } from './provide-state.ts'

/** Kind of the job, named after the command that starts it. */
export const PROVIDE_ROUND = 'routing/reprovide'

export interface ProvideRoundInit {
  node: ProvidingNode
  states: ProvideStates
  targets: () => Promise<readonly ProvideTarget[]>
  /** whether there is a target now */
  isOn: () => boolean
  /** called with the number of keys of the batch in progress, and with 0 after it */
  announcing: (keys: number) => void
}

/**
 * Announces all keys of the node, batch by batch. The result is the number of keys.
 *
 * Progress is saved after each batch, so that the next round resumes there after a crash or an error. A cancelled round
 * is abandoned, and the next one starts after a whole interval. Requests for a round join the running one. It throws
 * `NotProvidedError` if no target accepts a batch.
 *
 * @param isUnasked - whether the node started it by itself
 */
export function provideRound (init: ProvideRoundInit, { isUnasked }: { isUnasked: boolean }): JobSpec<never, number> {
  return {
    kind: PROVIDE_ROUND,
    args: {},
    join: 'always',
    isUnasked,

    work: async (context) => {
      // Right after a start no peer is known yet: the rest can wait, and is not worth a report.
      if (context.isResumed && !init.isOn()) {
        return 0
      }

      const log = init.node.logs.logger('provider')
      log.info('reproviding', { isResumed: context.isResumed })

      try {
        const keys = await runRound(init, context)
        log.info('reprovided', { keys })
        return keys
      } catch (err) {
        log.info('a reprovide has ended early', { problem: (err as Error).message })

        if (context.isCancelled) {
          const { under: _, missed: __, missedKeys: ___, ...state } = await init.states.read()
          await init.states.write({ ...state, cancelledMs: Date.now() })
        }

        throw err
      }
    },

    describe: (keys) => `announced ${keys} keys`
  }
}

async function runRound (
  { node, states, targets: find, announcing }: ProvideRoundInit,
  { signal, progress }: Pick<JobContext<never>, 'signal' | 'progress'>
): Promise<number> {
  const targets = await find()
  const before = await states.read()
  const { startedMs, done: skip } = before.under ?? { startedMs: Date.now(), done: 0 }
  const size = Math.max(1, ...targets.map(({ maxKeys }) => maxKeys))
  let seen = 0
  let batch: CID[] = []

  const flush = async (): Promise<void> => {
    announcing(batch.length)
    await announceKeys(targets, batch, { signal }).finally(() => {
      announcing(0)
    })
    batch = []
    progress.blocks = seen
    await states.write({ ...before, under: { startedMs, done: seen } })
  }

  for await (const cid of keysToProvide(node, { signal })) {
    signal.throwIfAborted()

    if (++seen > skip && batch.push(cid) >= size) {
      await flush()
    }
  }

  if (batch.length > 0) {
    await flush()
  }

  const tookMs = Date.now() - startedMs
  const { under: _, missed: __, missedKeys: ___, cancelledMs: ____, ...state } = before
  await states.write({
    ...state,
    rounds: state.rounds + 1,
    total: state.total + seen,
    lastKeys: seen,
    lastMs: tookMs,
    endedMs: Date.now(),
    sumMs: state.sumMs + tookMs
  })
  return seen
}
