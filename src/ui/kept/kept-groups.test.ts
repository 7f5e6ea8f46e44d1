import { expect, it } from 'vitest'
import { keptGroups } from './kept-groups.ts'

const PINS = ['a', 'b', 'c', 'd', 'e'].map((cid) => ({ cid }))

function groups (added: string[], lacking: string[]): unknown {
  return keptGroups(PINS, { added: new Set(added), isLacking: ({ cid }) => lacking.includes(cid) }).map((
    { is, pins }
  ) => [is, pins.map(({ cid }) => cid).join('')])
}

it('groups just added pins first, then incomplete ones, each pin once and in list order', () => {
  expect(groups([], [])).toEqual([['others', 'abcde']])
  expect(groups(['b', 'd'], ['c', 'd'])).toEqual([['added', 'bd'], ['lacking', 'c'], ['others', 'ae']])
  expect(groups(['not among them'], ['a', 'b', 'c', 'd', 'e'])).toEqual([['lacking', 'abcde']])
})
