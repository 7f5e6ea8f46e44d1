import { expect, it } from 'vitest'
import { isTooLargeForZip, MAX_ZIP_BYTES, MAX_ZIP_FILES } from './zip-limits.ts'

it('allows archives up to 4 GiB and 65,535 files, with their headers', () => {
  expect(isTooLargeForZip({ names: ['a'], contentBytes: 1000 })).toBe(false)
  expect(isTooLargeForZip({ names: ['a'], contentBytes: MAX_ZIP_BYTES - 100 })).toBe(true)
  const names = Array.from({ length: MAX_ZIP_FILES + 1 }, () => 'a')
  expect([names.slice(1), names].map((names) => isTooLargeForZip({ names, contentBytes: 0 }))).toEqual([false, true])
})
