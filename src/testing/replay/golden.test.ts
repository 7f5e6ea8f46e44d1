import { describe, expect, test } from 'vitest'
import { nodeTarget } from '../node-target.ts'
import { goldenFile, GROUPS } from './golden-groups.ts'
import { playScenario } from './golden-run.ts'
import { EXPECTED_SKIPS } from './golden-skips.ts'
import { FILES, MEMORY, PACKED } from './golden-stores.ts'

const STORES = { memory: MEMORY, 'the packed store': PACKED, 'the store in files': FILES }

for (const [kind, store] of Object.entries(STORES)) {
  for (const group of GROUPS) {
    describe(`golden ${group} on ${kind}`, () => {
      for (const scenario of goldenFile(group).scenarios) {
        const name = `${group}/${scenario.name}`
        const why = EXPECTED_SKIPS[name]
        // The set of commands does not depend on the store.
        if (why != null && store !== MEMORY) {
          continue
        }

        test(scenario.name, async ({ skip }) => {
          const target = await nodeTarget(scenario, store)

          try {
            await playScenario(scenario, target)
          } catch (err) {
            // An unlisted one fails: a command has been lost.
            skip(why != null && (err as Error).name === 'NotYetError', why)
            throw err
          } finally {
            await target.stop()
          }

          expect(why, `${name} passes: take it off the list of expected skips`).toBeUndefined()
        })
      }
    })
  }
}

test('every expected skip is an existing scenario', () => {
  const names = GROUPS.flatMap((group) => goldenFile(group).scenarios.map(({ name }) => `${group}/${name}`))
  expect(Object.keys(EXPECTED_SKIPS).filter((name) => !names.includes(name))).toEqual([])
})
