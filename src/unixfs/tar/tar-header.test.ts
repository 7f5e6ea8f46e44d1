import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { tarHeader } from './tar-header.ts'
import type { TarEntry } from './tar-header.ts'

function entry (size: bigint): TarEntry {
  return { kind: 'file', name: 'big', mode: 0o644, size, mtime: { secs: 1_600_000_000n, nsecs: 0 } }
}

// hashes of the headers that Go's archive/tar writes
it.each<[bigint, string]>([
  [2n ** 33n - 1n, '8079ce94dab91335df185cc17b2c2aae8a2258e3e633e6e424fda36faf20ebea'],
  [2n ** 33n, '55d26357447cbc4792d99b82446ea7780afe50ddfed79db08501954884683d09'],
  [2n ** 53n + 1n, 'f07bd1a1d83d7f747a7498a3c48df5dece87d1b4de252ac0ab1615234946a10e'],
  [2n ** 63n - 1n, '8e337415bb103df9d37f0fafe60e1fdb9d660ad4c71ce12fcb2d9c0f273a71b3']
])('writes the size %s like Go', (size, sha256) => {
  expect(createHash('sha256').update(Buffer.concat(tarHeader(entry(size), 'seconds'))).digest('hex')).toBe(sha256)
})

it('rejects a size that is negative in Go', () => {
  expect(() => tarHeader(entry(2n ** 63n), 'seconds')).toThrow(
    'archive/tar: cannot encode header: negative size on header-only type 0'
  )
})
