import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleEdge } from '../scripts/build/edge/bundle-edge.mjs'
import { startEngine } from '../scripts/serve/edge/engine.mjs'
import { goldenFile, GROUPS } from '../src/testing/replay/golden-groups.ts'
import { playScenario } from '../src/testing/replay/golden-run.ts'
import { edgeTarget } from './testing/edge-target.ts'
import { hasEngine } from './testing/has-engine.ts'
import { BY_NAME, notOnTheEdge } from './testing/not-on-the-edge.ts'

/** Scenarios per group that run here; Node runs all of them, and so does `EDGE_GOLDEN=all` here. */
const SLICE = process.env.EDGE_GOLDEN === 'all' ? Infinity : 5

/** Groups that depend on the engine itself, or on the front that reads their uploads. */
const WHOLE = ['add', 'block', 'dag', 'gateway-host', 'transport']

/** Answers of the front that the scenarios of the gateway have at least. */
const FRONT_ANSWERS = 50

/** Uploads whose body the front reads at least. */
const FRONT_UPLOADS = 100

/** Scenarios that record the rest of a TTL, for which publishing between two steps takes too long. */
const NOT_IN_FRONT = ['gateway-path/ipns']

/** Timeout of the bundling on a busy machine. */
const HOOK_MS = 120_000

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('every listed exception is a recorded scenario', () => {
  const names = GROUPS.flatMap((group) => goldenFile(group).scenarios.map(({ name }) => `${group}/${name}`))
  expect(Object.keys(BY_NAME).filter((name) => !names.includes(name))).toEqual([])
})

describe('the recorded scenarios in workerd', () => {
  if (!hasEngine()) {
    test.skip('workerd has no build for this platform')
    return
  }

  let engine: Awaited<ReturnType<typeof startEngine>>

  beforeAll(async () => {
    engine = await startEngine({
      code: await bundleEdge({ root: ROOT, entry: fileURLToPath(new URL('testing/golden-worker.ts', import.meta.url)) })
    })
  }, HOOK_MS)

  afterAll(async () => {
    await engine.close()
  }, HOOK_MS)

  for (const front of [false, true]) {
    describe(front ? 'read in front of the node' : 'answered by the node', () => {
      for (const group of front ? GROUPS.filter((group) => group.startsWith('gateway')) : GROUPS) {
        describeGroup(group, front)
      }

      test.runIf(!front)('the front has read the uploads', async () => {
        expect(await (await fetch(`${engine.url}/test-uploaded`)).json()).toBeGreaterThan(FRONT_UPLOADS)
      })

      test.runIf(front)('the front has answered most of them', async () => {
        expect(await (await fetch(`${engine.url}/test-answered`)).json()).toBeGreaterThan(FRONT_ANSWERS)
      })
    })
  }

  function describeGroup (group: string, front: boolean): void {
    const playable = goldenFile(group).scenarios.filter((scenario) =>
      notOnTheEdge(group, scenario) == null && !(front && NOT_IN_FRONT.includes(`${group}/${scenario.name}`))
    )
    // Spread over the group, always the same ones.
    const step = WHOLE.includes(group) ? 1 : Math.max(1, Math.floor(playable.length / SLICE))
    const scenarios = WHOLE.includes(group) ? playable : playable.filter((_, i) => i % step === 0).slice(0, SLICE)

    if (scenarios.length === 0) {
      test(group, ({ skip }) => {
        skip('no scenario can be told of this node')
      })
      return
    }

    // Some run concurrently: most of them wait.
    describe.concurrent(group, () => {
      for (const scenario of scenarios) {
        test(scenario.name, async () => {
          const target = await edgeTarget(engine.url, scenario, { front })

          try {
            await playScenario(scenario, target)
          } finally {
            await target.stop()
          }
        })
      }
    })
  }
})
