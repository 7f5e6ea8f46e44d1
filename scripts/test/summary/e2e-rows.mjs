import { errorLines } from './error-lines.mjs'

/**
 * Converts a JSON report of Playwright to rows (see sum-up.mjs).
 *
 * @param {{ suites: object[], errors?: object[] }} report
 * @returns {import('./sum-up.mjs').Row[]}
 */
export function e2eRows ({ suites, errors = [] }) {
  const broken = errors.map((error) => ({
    name: error.message?.split('\n')[0] ?? 'an error outside of the tests',
    state: 'failed',
    ms: 0,
    error: errorLines([error])
  }))
  return [...suites.flatMap((suite) => rowsOf(suite, [])), ...broken]
}

function rowsOf ({ title, file, specs = [], suites = [] }, above) {
  // The outermost suite is the file.
  const titles = above.length === 0 ? [`e2e/${file}`] : [...above, title]

  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results, annotations = [] }) => {
      const ms = results.reduce((sum, { duration }) => sum + duration, 0)
      const why = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
      const state = { expected: 'passed', flaky: 'passed', skipped: 'skipped', unexpected: 'failed' }[status]
      return {
        name: `${titles[0]}: ${[...titles.slice(1), title].join(' › ')}`,
        state,
        ms,
        ...(why == null ? {} : { why }),
        ...(status === 'flaky' ? { again: true } : {}),
        ...(state === 'failed' ? { error: errorLines(results.at(-1)?.errors ?? []) } : {})
      }
    })
  )

  return [...own, ...suites.flatMap((suite) => rowsOf(suite, titles))]
}
