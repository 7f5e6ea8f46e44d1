import { describe, test } from 'vitest'
import { comesLater, goldenFile, GROUPS } from './golden-groups.ts'
import { playScenario } from './golden-run.ts'
import { nodeTarget } from './node-target.ts'

for (const group of GROUPS) {
  describe(`golden ${group}`, () => {
    for (const scenario of goldenFile(group).scenarios) {
      if (comesLater(scenario) != null) {
        continue
      }

      test(scenario.name, async () => {
        const target = await nodeTarget(scenario)

        try {
          await playScenario(scenario, target)
        } finally {
          await target.stop()
        }
      })
    }
  })
}
