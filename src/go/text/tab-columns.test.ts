import { expect, it } from 'vitest'
import { tabColumns } from './tab-columns.ts'

it('makes a column as wide as its widest cell in adjacent lines', () => {
  expect(tabColumns([['a', 'bb', 'x'], ['aaaa', 'b', 'y'], ['title:'], ['a', 'b', 'z']], 1)).toBe(
    'a    bb x\naaaa b  y\ntitle:\na b z\n'
  )
})

it('does not align the last cell of a line, nor columns that are interrupted by a line', () => {
  expect(tabColumns([['a', 'bbb', 'c'], ['aa', 'b'], ['a', 'b', 'c']], 1)).toBe('a  bbb c\naa b\na  b c\n')
})

it('has a minimum width, and counts characters instead of bytes', () => {
  expect(tabColumns([['ä☃', 'x'], ['', 'y']], 6)).toBe('ä☃    x\n      y\n')
})
