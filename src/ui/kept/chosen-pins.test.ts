import { expect, test } from 'vitest'
import { ALL_PINS, chosenPins } from './chosen-pins.ts'

// In the order of the names, like the list.
const pins = [{ cid: 'bafyD', name: '' }, { cid: 'bafyC', name: 'E\u0301t\u00e9' }, { cid: 'bafyB', name: 'file 2' }, {
  cid: 'bafyA',
  name: 'File 10'
}]
const sizes: Record<string, number> = { bafyA: 5, bafyB: 70 }
const chosen = (choice: Partial<typeof ALL_PINS>): string =>
  chosenPins(pins, { ...ALL_PINS, ...choice }, ({ cid }) => sizes[cid]).map(({ cid }) => cid.slice(-1)).join('')

test.each([
  [{}, 'DCBA'],
  [{ descending: true }, 'ABCD'],
  [{ sort: 'size' as const }, 'ABDC'],
  [{ sort: 'size' as const, descending: true }, 'BADC'],
  [{ text: ' FILE' }, 'BA'],
  [{ text: 'é' }, 'C'],
  [{ text: 'bafyD' }, 'D'],
  [{ text: 'nothing' }, '']
])('%j selects %s', (choice, expected) => {
  expect(chosen(choice)).toBe(expected)
})
