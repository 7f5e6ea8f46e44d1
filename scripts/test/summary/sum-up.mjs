/**
 * A test result.
 *
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped', ms: number, why?: string, again?: true,
 *   error?: string[] }} Row name: file and title; ms: total duration of all tries; why: reason of a skip; again: passed
 *   only after a retry; error: first lines of the error of a failed test
 */

const SLOWEST = 20

/** Limit of names per skip reason in the summary; the reports have all of them. */
const NAMES = 30

/**
 * Returns the summary of a test run: the slowest tests, skipped tests with their reasons, failed tests
 * with their errors, and in the last line the totals.
 *
 * @param {Row[]} rows
 * @returns {string[]} lines
 */
export function sumUp (rows) {
  const of = (state) => rows.filter((row) => row.state === state)
  const [passed, failed, skipped] = [of('passed'), of('failed'), of('skipped')]
  const again = passed.filter((row) => row.again === true)
  const slowest = [...rows].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)

  const sum = `${passed.length} passed, ${failed.length} failed` +
    (skipped.length === 0 ? '' : `, ${skipped.length} skipped`) +
    (again.length === 0
      ? ''
      : ` (${again.length} passed only when tried again: ${again.map(({ name }) => name).join('; ')})`)

  return [
    'The slowest:',
    ...slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`),
    '',
    ...(skipped.length === 0 ? [] : ['Skipped:', ...skipReasons(skipped), '']),
    ...(failed.length === 0 ? [] : ['Failed:', ...failed.flatMap(failureLines), '']),
    sum
  ]
}

/** Returns the name of a failed test with the first lines of its error. */
function failureLines ({ name, error = [] }) {
  return [`  ${name}`, ...error.map((line) => `      ${line}`)]
}

/** Groups skipped tests by reason. */
function skipReasons (skipped) {
  const names = new Map()

  for (const { name, why = 'no reason given' } of skipped) {
    names.set(why, [...names.get(why) ?? [], name])
  }

  return [...names].flatMap(([why, all]) => [
    `  ${why} (${all.length}):`,
    ...all.slice(0, NAMES).map((name) => `    ${name}`),
    ...(all.length > NAMES ? [`    and ${all.length - NAMES} more`] : [])
  ])
}
