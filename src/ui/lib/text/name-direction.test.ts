import { expect, it } from 'vitest'
import { nameDirection } from './name-direction.ts'

it.each([
  ['report.txt', 'ltr'],
  ['12 – تقرير.txt', 'rtl'],
  ['שלום.txt', 'rtl'],
  ['2024', 'ltr'],
  ['Ünïcode عربي', 'ltr'],
  ['文件', 'ltr'],
  ['', 'ltr']
])('%s has the direction %s', (name, direction) => {
  expect(nameDirection(name)).toBe(direction)
})
