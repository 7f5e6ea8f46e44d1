import type { CID } from 'multiformats/cid'
import type { JobContext, JobSpec } from '../jobs/job-spec.ts'
import type { ProvideTarget } from '../net/provide-target.ts'
import { announceKeys } from './announce-keys.ts'
import { keysToProvide } from './keys-to-provide.ts'
import type { ProvidingNode } from './keys-to-provide.ts'
import type { ProvideStates } from './provide-state.ts'

/** As the command that asks for it. */
export const PROVIDE_ROUND = 'routing/reprovide'

export interface ProvideRoundInit {
  node: ProvidingNode
  states: ProvideStates
  targets: () => Promise<readonly ProvideTarget[]>
  /** whether there is somebody to announce to at the moment */
  isOn: () => boolean
  /** told of the keys of a batch that is under way, 0 behind it */
  announcing: (keys: number) => void
}

/**
 * Announces all that the node has, batch by batch; gives how many keys that were. What it has done is kept behind each batch, so that the next one goes on there, after a
 * kill or an error; one that somebody cancels is given up, and the next begins when a whole interval has passed. Who asks for one meanwhile
 * joins. Throws NotProvidedError where nobody took a batch.
 *
 * @param isUnasked - the node does it by itself
 */
export function provideRound (init: ProvideRoundInit, { isUnasked }: { isUnasked: boolean }): JobSpec<never, number> {
  return {
    kind: PROVIDE_ROUND,
    args: {},
    join: 'always',
    isUnasked,

    work: async (context) => {
      // right behind a start nobody is met yet: what is left has its time, and is nobody's news
      if (context.isResumed && !init.isOn()) {
        return 0
      }

      try {
        return await round(init, context)
      } catch (err) {
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

async function round ({ node, states, targets: find, announcing }: ProvideRoundInit, { signal, progress }: Pick<JobContext<never>, 'signal' | 'progress'>): Promise<number> {
  const targets = await find()
  const before = await states.read()
  const { startedMs, done: skip } = before.under ?? { startedMs: Date.now(), done: 0 }
  const size = Math.max(1, ...targets.map(({ maxKeys }) => maxKeys))
  let seen = 0
  let batch: CID[] = []

  const flush = async (): Promise<void> => {
    announcing(batch.length)
    await announceKeys(targets, batch, { signal }).finally(() => { announcing(0) })
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
  await states.write({ ...state, rounds: state.rounds + 1, total: state.total + seen, lastKeys: seen, lastMs: tookMs, endedMs: Date.now(), sumMs: state.sumMs + tookMs })
  return seen
}
