import { expect, it } from 'vitest'
import { pinsWithoutPlace, placesByCid } from './place-of-pins.ts'

it('finds the place of each content, and the pins that have none', () => {
  const places = placesByCid([{ cid: 'A', path: '/a' }, { cid: 'B', path: '/d/b' }, { cid: 'A', path: '/d/a again' }])
  expect([...places]).toEqual([['A', '/a'], ['B', '/d/b']])
  const pins = [
    { cid: 'A', type: 'recursive' },
    { cid: 'C', type: 'recursive' },
    { cid: 'D', type: 'direct' }
  ]
  expect(pinsWithoutPlace(pins, places)).toEqual([pins[1]])
})
