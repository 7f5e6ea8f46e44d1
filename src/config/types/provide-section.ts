import { checkedSchema } from '../schema/schema.ts'
import { structSchema } from '../schema/struct.ts'
import type { Json } from '../values/config.ts'
import { flag, optionalDuration, optionalInteger, optionalString } from './optional.ts'
import { parseProvideStrategy } from './provide-strategy.ts'

const MIN_BLOOM_RATE = 1_000_000

/** The section `Provide`, with rules of Kubo 0.43, which refuses to start otherwise (`ValidateProvideConfig`). */
export const provideSection = structSchema('Provide', {
  'Enabled?': flag,
  'Strategy?*': checkedSchema(optionalString, strategyProblem),
  'BloomFPRate?*': checkedSchema(
    optionalInteger,
    (rate) =>
      rate as number >= MIN_BLOOM_RATE ? undefined : `must be >= ${MIN_BLOOM_RATE} (1 in 1M), got ${String(rate)}`
  ),
  DHT: structSchema('ProvideDHT', {
    'Interval?*': optionalDuration,
    'MaxWorkers?*': optionalInteger,
    'SweepEnabled?': flag,
    'DedicatedPeriodicWorkers?*': optionalInteger,
    'DedicatedBurstWorkers?*': optionalInteger,
    'MaxProvideConnsPerWorker?*': optionalInteger,
    'KeystoreBatchSize?*': optionalInteger,
    'OfflineDelay?*': optionalDuration,
    'ResumeEnabled?': flag
  })
})

function strategyProblem (text: Json): string | undefined {
  try {
    parseProvideStrategy(text as string)
  } catch (err) {
    return `: ${(err as Error).message}`
  }
}
