import { expect, it } from 'vitest'
import { siblingFiles } from './sibling-files.ts'

const item = (name: string, kind = 'file') => ({ name, cid: `cid of ${name}`, kind, size: 1 })
const items = [item('folder', 'folder'), item('b'), item('other', 'folder'), item('a'), item('c')]
const target = (name: string) => ({ is: 'file', folder: '/', name }) as const

it('finds the neighbours in the order of the list, without folders', () => {
  expect(siblingFiles(items, target('b'))).toEqual({
    item: items[1],
    position: 1,
    count: 3,
    previous: undefined,
    next: items[3]
  })
  expect(siblingFiles(items, target('a'))).toMatchObject({ position: 2, previous: items[1], next: items[4] })
  expect(siblingFiles(items, target('c'))).toMatchObject({ position: 3, previous: items[3], next: undefined })
  expect(siblingFiles(items, target('gone'))).toEqual({ count: 3 })
})

it('finds a pin by its CID', () => {
  const pins = [item('x'), { ...item('x'), cid: 'another' }]
  expect(siblingFiles(pins, { is: 'pin', cid: 'another', name: 'x' })).toMatchObject({ position: 2, previous: pins[0] })
})
