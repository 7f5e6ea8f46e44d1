/**
 * A test that was run, or was not.
 *
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped', ms: number, why?: string, again?: true }} Row
 *   name: its file and its title; ms: how long it took, all tries together; why: the reason of a skip; again: passed, but only
 *   when it was tried again
 */

const SLOWEST = 20

/** Names a reason has in the sum at most; the reports have them all. */
const NAMES = 30

/**
 * What a test run says at its end: the slowest tests, what was skipped and why, what failed, and in the last line the sum.
 *
 * @param {Row[]} rows
 * @returns {string[]} lines
 */
export function sumUp (rows) {
  const of = (state) => rows.filter((row) => row.state === state)
  const [passed, failed, skipped] = [of('passed'), of('failed'), of('skipped')]
  const again = passed.filter((row) => row.again === true)
  const slowest = [...rows].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)

  const sum = `${passed.length} passed, ${failed.length} failed`
    + (skipped.length === 0 ? '' : `, ${skipped.length} skipped`)
    + (again.length === 0 ? '' : ` (${again.length} passed only when tried again: ${again.map(({ name }) => name).join('; ')})`)

  return [
    'The slowest:',
    ...slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`),
    '',
    ...(skipped.length === 0 ? [] : ['Skipped:', ...reasons(skipped), '']),
    ...(failed.length === 0 ? [] : ['Failed:', ...failed.map(({ name }) => `  ${name}`), '']),
    sum
  ]
}

/** Skipped tests by their reason. */
function reasons (skipped) {
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
