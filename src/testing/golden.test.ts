import { describe, test } from 'vitest'
import { goldenFile, GROUPS } from './golden-groups.ts'
import { playScenario } from './golden-run.ts'
import { nodeTarget } from './node-target.ts'

for (const group of GROUPS) {
  describe(`golden ${group}`, () => {
    for (const scenario of goldenFile(group).scenarios) {
      test(scenario.name, async ({ skip }) => {
        skip(scenario.setup?.peer != null, 'needs a second node')
        const target = await nodeTarget(scenario)

        try {
          await playScenario(scenario, target)
        } catch (err) {
          skip((err as Error).name === 'NotYetError', (err as Error).message)
          throw err
        } finally {
          await target.stop()
        }
      })
    }
  })
}
