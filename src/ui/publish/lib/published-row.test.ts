import { expect, it } from 'vitest'
import { publishedRow, readPublishedRow } from './published-row.ts'

it('a row of a published folder is parsed again', () => {
  const folder = { id: 'k51x', path: '/photos', cid: 'bafy', atMs: 7, places: [{ place: 'a router', problem: 'gone' }] }
  expect(readPublishedRow(...publishedRow(folder))).toEqual(folder)
})

it.each(['', 'null', '7', '{"path":7}', '{'])('%j is no row', (text) => {
  expect(readPublishedRow('/swipfs/published/k51x', new TextEncoder().encode(text))).toBeUndefined()
})
