import { describe, expect, it } from 'vitest'
import { e2eRows } from './e2e-rows.mjs'
import { sumUp } from './sum-up.mjs'

const passed = { name: 'a.test.ts: works', state: 'passed', ms: 1500 } as const

describe('sumUp', () => {
  it('prints only the totals if nothing is notable', () => {
    expect(sumUp([passed]).at(-1)).toBe('1 passed, 0 failed')
    expect(
      sumUp([passed, { name: 'b', state: 'skipped', ms: 0, why: 'not here' }, { name: 'c', state: 'failed', ms: 0 }])
        .at(-1)
    ).toBe('1 passed, 1 failed, 1 skipped')
  })

  it('lists retried tests in the last line', () => {
    const rows = [passed, { ...passed, name: 'late', again: true as const }, {
      ...passed,
      name: 'later',
      again: true as const
    }]
    expect(sumUp(rows).at(-1)).toBe('3 passed, 0 failed (2 passed only when tried again: late; later)')
  })

  it('lists the twenty slowest tests, slowest first', () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({ ...passed, name: `t${i}`, ms: i * 1000 }))
    const lines = sumUp(rows)
    expect(lines.slice(0, 3)).toEqual(['The slowest:', '   29.0 s  t29', '   28.0 s  t28'])
    expect(lines.filter((line) => / s {2}t/.test(line))).toHaveLength(20)
  })

  it('groups skipped tests by reason, and lists failed tests with their errors', () => {
    const lines = sumUp([
      { name: 'x', state: 'skipped', ms: 0, why: 'no Firefox' },
      { name: 'y', state: 'skipped', ms: 0 },
      { name: 'z', state: 'skipped', ms: 0, why: 'no Firefox' },
      { name: 'w', state: 'failed', ms: 0 },
      { name: 'v', state: 'failed', ms: 0, error: ['fetch failed', 'caused by write EPIPE'] }
    ])
    expect(lines.slice(lines.indexOf('Skipped:'))).toEqual([
      'Skipped:',
      '  no Firefox (2):',
      '    x',
      '    z',
      '  no reason given (1):',
      '    y',
      '',
      'Failed:',
      '  w',
      '  v',
      '      fetch failed',
      '      caused by write EPIPE',
      '',
      '0 passed, 2 failed, 3 skipped'
    ])
  })
})

describe('e2eRows', () => {
  const result = (status: string, extra: object = {}): object => ({
    title: `is ${status}`,
    tests: [{ status, results: [{ duration: 20 }, { duration: 3 }], ...extra }]
  })
  const timeout = { message: '\u001B[31mTest timeout of 180000ms exceeded.\u001B[39m' }

  it('reads the tests of files and groups, with their retries and skip reasons', () => {
    const report = {
      suites: [{
        title: 'a.spec.ts',
        file: 'a.spec.ts',
        specs: [result('expected'), result('flaky')],
        suites: [{
          title: 'Firefox',
          specs: [
            result('skipped', { annotations: [{ type: 'skip', description: 'no Firefox' }] }),
            result('unexpected', { results: [{ duration: 20, errors: [] }, { duration: 3, errors: [timeout] }] })
          ]
        }]
      }]
    }

    expect(e2eRows(report)).toEqual([
      { name: 'e2e/a.spec.ts: is expected', state: 'passed', ms: 23 },
      { name: 'e2e/a.spec.ts: is flaky', state: 'passed', ms: 23, again: true },
      { name: 'e2e/a.spec.ts: Firefox › is skipped', state: 'skipped', ms: 23, why: 'no Firefox' },
      {
        name: 'e2e/a.spec.ts: Firefox › is unexpected',
        state: 'failed',
        ms: 23,
        error: ['Test timeout of 180000ms exceeded.']
      }
    ])
  })

  it('counts errors outside the tests', () => {
    expect(e2eRows({ suites: [], errors: [{ message: 'cannot build\nat x' }] })).toEqual([{
      name: 'cannot build',
      state: 'failed',
      ms: 0,
      error: ['cannot build', 'at x']
    }])
  })
})
