import { expect, it } from 'vitest'
import { readRestoredDates, withRestoredDates } from './restored-dates.ts'

it('keeps the time of a restored pin until it is pinned again', () => {
  const restored = new Map([['a', { pinnedMs: 1, restoredMs: 100 }], ['b', { pinnedMs: 2, restoredMs: 100 }]])
  const dates = new Map([['a', new Date(100)], ['b', new Date(200)], ['c', new Date(100)]])
  expect([...withRestoredDates(dates, restored)].map(([cid, date]) => [cid, date.getTime()])).toEqual([
    ['a', 1],
    ['b', 200],
    ['c', 100]
  ])
})

it('reads what is stored, and ignores damaged rows', () => {
  const rows = [['a', { pinnedMs: 1, restoredMs: 2 }], ['b', null], [3, {}], ['c', { pinnedMs: 'x', restoredMs: 2 }]]
  expect([...readRestoredDates(JSON.stringify(rows))]).toEqual([rows[0]])
  expect([readRestoredDates(undefined).size, readRestoredDates('{"a').size, readRestoredDates('{}').size]).toEqual([
    0,
    0,
    0
  ])
})
