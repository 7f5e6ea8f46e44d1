import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { expect, it } from 'vitest'
import { CidFilter } from './cid-filter.ts'

/** Creates a CID without a block. Its digest only looks like a hash, which is cheaper. */
function cid (i: number, hashCode = 0x12): CID {
  const digest = new Uint8Array(
    new Uint32Array(8).map((_, word) => Math.imul(i + 1, 0x9e3779b1 ^ word * 0x85ebca6b) ^ i).buffer
  )
  return CID.createV1(0x55, create(hashCode, digest))
}

it('contains all added CIDs in any version, and hardly any others', () => {
  const filter = new CidFilter()
  const count = 120_000 // more than the capacity of the first level
  for (let i = 0; i < count; i++) {
    filter.add(cid(i, i % 100 === 0 ? 0x13 : 0x12))
  }
  let missing = 0
  for (let i = 0; i < count; i++) {
    missing += filter.mayHave(cid(i, i % 100 === 0 ? 0x13 : 0x12)) ? 0 : 1
  }
  expect(missing).toBe(0)
  expect(filter.mayHave(CID.create(0, 0x70, cid(1).multihash))).toBe(true)

  let wrong = 0
  for (let i = count; i < 2 * count; i++) {
    wrong += filter.mayHave(cid(i)) ? 1 : 0
  }
  expect(wrong).toBeLessThan(count / 100)
  expect(filter.size).toBeGreaterThan(count * 0.99)
  expect(filter.pages * 32 * 1024).toBe((128 + 512) * 1024)
})

it('is restored from its saved changes', () => {
  const filter = new CidFilter()
  const rows = new Map<number, Uint8Array>()
  let head: number[] = []

  const save = (): number => {
    const changes = filter.changes()
    head = changes.head
    changes.pages.forEach((page, number) => {
      rows.set(number, page.slice())
    })
    filter.saved()
    return changes.pages.size
  }

  for (let i = 0; i < 100; i++) {
    filter.add(cid(i))
  }
  expect(save()).toBe(4)
  filter.add(cid(100))
  expect(save()).toBe(1)
  filter.add(cid(100))
  expect(save()).toBe(0)
  for (let i = 0; i < 100_000; i++) {
    filter.add(cid(i))
  }
  save()

  const again = new CidFilter(head)
  expect(again.pages).toBe(rows.size)
  rows.forEach((page, number) => {
    again.restore(number, page)
  })
  expect(again.size).toBe(filter.size)
  let different = 0
  for (let i = 0; i < 200_000; i++) {
    different += again.mayHave(cid(i)) === filter.mayHave(cid(i)) ? 0 : 1
  }
  expect(different).toBe(0)
  expect(again.changes().pages.size).toBe(0)
})

it('is empty at first', () => {
  expect(new CidFilter().mayHave(cid(0))).toBe(false)
  expect(new CidFilter().pages).toBe(0)
})
