import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { matchesShellHash } from './shell-file.ts'

const BYTES = new TextEncoder().encode('page()').buffer

/** Returns the beginning of the hash of `BYTES`. */
const hashOf = (bytes: number): string =>
  createHash('sha256').update('page()').digest().subarray(0, bytes).toString('base64url')

it.each([9, 15, 32])('recognizes a file by %i bytes of its hash', async (length) => {
  expect(await matchesShellHash(BYTES, hashOf(length))).toBe(true)
})

it.each(['', hashOf(6), hashOf(9).toLowerCase(), `${hashOf(9)}AAAA`, hashOf(9).slice(1)])(
  'refuses a file for the hash "%s"',
  async (hash) => {
    expect(await matchesShellHash(BYTES, hash)).toBe(false)
  }
)
