import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bundleEdge } from '../scripts/build/edge/bundle-edge.mjs'
import { startEngine } from '../scripts/serve/edge/engine.mjs'
import { hasEngine } from './testing/has-engine.ts'
import type { TestResult } from './testing/mini-vitest.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Timeout of the suites of a path on a busy machine. */
const SUITE_MS = 400_000

/** Runs the suites of a path in the engine, and returns their results. */
async function results (path: string): Promise<TestResult[]> {
  const code = await bundleEdge({
    root: ROOT,
    entry: at('testing/store-worker.ts'),
    alias: { vitest: at('testing/mini-vitest.ts'), 'aegir/chai': at('../src/testing/aegir-chai.ts') }
  })
  const engine = await startEngine({ code })

  try {
    const response = await fetch(`${engine.url}${path}`)
    const text = await response.text()

    if (!response.ok) {
      throw new Error(`the suites did not run: ${text}`)
    }

    return JSON.parse(text) as TestResult[]
  } finally {
    await engine.close()
  }
}

describe('the stores of the edge, in workerd', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  for (
    const [path, least] of [
      ['/', 100],
      ['/published', 8],
      ['/uploads', 6],
      ['/imports', 3],
      ['/imports/killed-add', 1],
      [
        '/imports/killed-import',
        1
      ]
    ] as const
  ) {
    describe(path, () => {
      let ran: Promise<TestResult[]> | undefined

      it('ran', async () => {
        expect((await (ran ??= results(path))).length).toBeGreaterThanOrEqual(least)
      }, SUITE_MS)

      it('did not fail', async () => {
        const failed = (await (ran ??= results(path))).filter(({ error }) => error != null)
        expect(failed.map(({ name, error }) => `${name}\n${error}`).join('\n\n')).toBe('')
      })
    })
  }
})
