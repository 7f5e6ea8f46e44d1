import {
  ASYMMETRIC_MATCHERS_OBJECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState
} from '@vitest/expect'
import * as chai from 'chai'

/**
 * Replacement of vitest inside the engine, where vitest does not run: runs suites one after the other, and returns
 * their results.
 */
export interface TestResult {
  name: string
  /** the failure; undefined for a passed test */
  error?: string
}

type Work = () => unknown

interface Suite {
  name: string
  parent?: Suite
  hooks: Record<'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach', Work[]>
  entries: Array<{ name: string; run: Work } | Suite>
}

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

const root = newSuite('')
let current = root

function newSuite (name: string, parent?: Suite): Suite {
  return { name, parent, hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] }, entries: [] }
}

export { chai }

export const expect = Object.assign((value: unknown, message?: string) => chai.expect(value, message), chai.expect)
Object.defineProperties(
  expect,
  Object.getOwnPropertyDescriptors((globalThis as Record<symbol, object>)[ASYMMETRIC_MATCHERS_OBJECT] ?? {})
)
setState({ assertionCalls: 0 }, expect as never)

export function describe (name: string, body: () => void): void {
  const suite = newSuite(name, current)
  current.entries.push(suite)
  current = suite
  body()
  current = suite.parent!
}

export function it (name: string, run: Work): void {
  current.entries.push({ name, run })
}

export const beforeAll = (work: Work): void => {
  current.hooks.beforeAll.push(work)
}
export const afterAll = (work: Work): void => {
  current.hooks.afterAll.push(work)
}
export const beforeEach = (work: Work): void => {
  current.hooks.beforeEach.push(work)
}
export const afterEach = (work: Work): void => {
  current.hooks.afterEach.push(work)
}

/** Runs all described tests. */
export async function runTests (): Promise<TestResult[]> {
  return await runSuite(root)
}

async function runSuite (suite: Suite): Promise<TestResult[]> {
  const results: TestResult[] = []
  await all(suite.hooks.beforeAll)

  for (const entry of suite.entries) {
    results.push(...'run' in entry ? [await runTest(entry, suite)] : await runSuite(entry))
  }

  await all(suite.hooks.afterAll)
  return results
}

async function runTest ({ name, run }: { name: string; run: Work }, suite: Suite): Promise<TestResult> {
  const line: Suite[] = []

  for (let at: Suite | undefined = suite; at != null; at = at.parent) {
    line.unshift(at)
  }

  const full = [...line.map(({ name }) => name), name].filter((part) => part !== '').join(' > ')

  try {
    for (const { hooks } of line) {
      await all(hooks.beforeEach)
    }
    await run()
    for (const { hooks } of line.toReversed()) {
      await all(hooks.afterEach)
    }
    return { name: full }
  } catch (err) {
    return { name: full, error: `${(err as Error).name}: ${(err as Error).message}\n${(err as Error).stack ?? ''}` }
  }
}

async function all (works: Work[]): Promise<void> {
  for (const work of works) {
    await work()
  }
}
