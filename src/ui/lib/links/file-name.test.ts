import { expect, it } from 'vitest'
import { safeFileName } from './file-name.ts'

it.each([
  ['Holiday video.mp4', 'Holiday video.mp4'],
  ['صور 👨‍👩‍👧.zip', 'صور 👨‍👩‍👧.zip'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['../a/b\\c\u0007.txt', '..abc.txt'],
  ['.bashrc', '.bashrc'],
  ['..', undefined],
  [' \u200B ', undefined],
  ['', undefined]
])('%j becomes %j', (name, expected) => {
  expect(safeFileName(name)).toBe(expected)
})

it('shortens a long name before its extension', () => {
  const name = safeFileName(`${'😀'.repeat(200)}.jpeg`)!
  expect(name).toMatch(/^(😀)+….jpeg$/u)
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255)
})
