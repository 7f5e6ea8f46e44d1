import { expect, it } from 'vitest'
import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import { decodeContents, encodeContents } from './contents.ts'

it('the contents of a container are decoded as they were encoded', () => {
  const [a, b] = [Uint8Array.of(0x12, 2, 1, 2), Uint8Array.of(0x1e, 3, 4, 5, 6)]
  const bytes = encodeContents(
    2 ** 40,
    [{ hash: a, start: 0, size: 2 }, { hash: b, start: 2, size: 3 }],
    [Uint8Array.of(7, 8), Uint8Array.of(9, 10, 11)]
  )
  const { seq, places, data } = decodeContents(bytes)
  expect(seq).toBe(2 ** 40)
  expect([...places]).toEqual([[multihashKey(a), { start: 0, size: 2 }], [multihashKey(b), { start: 2, size: 3 }]])
  expect(data).toEqual(Uint8Array.of(7, 8, 9, 10, 11))
  expect(() => decodeContents(bytes.subarray(1))).toThrow('not the contents')
})
