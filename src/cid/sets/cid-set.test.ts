import fc from 'fast-check'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { expect, it } from 'vitest'
import { CODEC, HASH } from '../codes/multiformat-codes.ts'
import { hashSync } from '../hash/hash.ts'
import { CidSet } from './cid-set.ts'

const IDENTITY = 0

function v1 (code: number, content: Uint8Array, fn: number = HASH.sha2_256): CID {
  return CID.createV1(code, hashSync(content, fn))
}

const cids = fc.tuple(
  fc.constantFrom(CODEC.raw, CODEC.dagPb, 0x71),
  fc.uint8Array({ maxLength: 2 }),
  fc.constantFrom(HASH.sha2_256, HASH.blake2b256, IDENTITY),
  fc.boolean()
)
  .map(([code, content, fn, old]) => {
    const cid = v1(code, content, fn)
    return old && code === CODEC.dagPb && fn === HASH.sha2_256 ? cid.toV0() : cid
  })

it('behaves like a Set of CIDs, with versions distinguished', () => {
  fc.assert(fc.property(fc.array(cids, { maxLength: 300 }), (list) => {
    const set = new CidSet({ versions: true })
    const model = new Map<string, number>()

    for (const cid of list) {
      const key = cid.toString()
      expect(set.numberOf(cid)).toBe(model.get(key))
      expect(set.add(cid)).toBe(!model.has(key))
      model.set(key, model.get(key) ?? model.size)
      expect(set.has(cid)).toBe(true)
    }

    expect(set.size).toBe(model.size)
  }))
})

it('treats both versions of a CID as equal unless versions are distinguished, and finds a block by any CID', () => {
  const cid = v1(CODEC.dagPb, Uint8Array.of(1))
  const set = new CidSet()
  expect(set.add(cid.toV0())).toBe(true)
  expect(set.add(cid)).toBe(false)

  const raw = v1(CODEC.raw, Uint8Array.of(1))
  expect(set.has(raw)).toBe(false)
  expect(set.hasBlock(raw)).toBe(true)
  expect(set.hasBlock(v1(CODEC.raw, Uint8Array.of(2)))).toBe(false)
})

it('distinguishes a hashed multihash from the block that contains its bytes', () => {
  const other = v1(CODEC.raw, Uint8Array.of(1), HASH.blake2b256)
  const crafted = v1(CODEC.raw, other.multihash.bytes)
  const set = new CidSet()
  set.add(other)
  expect(set.has(crafted)).toBe(false)
  expect(set.hasBlock(crafted)).toBe(false)
  expect(set.add(crafted)).toBe(true)
})

it('distinguishes a truncated digest from the full one', () => {
  const whole = v1(CODEC.raw, Uint8Array.of(1))
  const set = new CidSet()
  set.add(whole)
  expect(set.has(CID.createV1(CODEC.raw, create(HASH.sha2_256, whole.multihash.digest.subarray(0, 20))))).toBe(false)
})

it('grows, and merges another set', () => {
  const one = new CidSet()
  const two = new CidSet()
  const digest = (i: number): CID => {
    const bytes = new Uint8Array(32)
    new DataView(bytes.buffer).setUint32(28, i)
    return CID.createV1(CODEC.raw, create(HASH.sha2_256, bytes))
  }

  // equal first words in all digests, so that they all collide
  for (let i = 0; i < 2000; i++) {
    expect((i % 2 === 0 ? one : two).add(digest(i))).toBe(true)
  }

  one.addAll(two)
  one.addAll(two)
  expect(one.size).toBe(2000)
  expect(Array.from({ length: 2000 }, (_, i) => one.has(digest(i)))).not.toContain(false)
  expect(one.has(digest(2000))).toBe(false)
})

it('stores more than one chunk of entries', () => {
  const set = new CidSet()
  const list = Array.from({ length: 40_000 }, (_, i) => v1(CODEC.raw, new Uint8Array(new Uint32Array([i]).buffer)))
  list.forEach((cid) => set.add(cid))
  expect(set.size).toBe(list.length)
  expect(list.every((cid, i) => set.numberOf(cid) === i)).toBe(true)
})

it('removes the last members again without a trace', () => {
  fc.assert(fc.property(fc.array(cids, { maxLength: 200 }), fc.array(cids, { maxLength: 200 }), (first, second) => {
    const [set, expected] = [new CidSet({ versions: true }), new CidSet({ versions: true })]
    first.forEach((cid) => {
      set.add(cid)
      expected.add(cid)
    })
    const { size } = set
    second.forEach((cid) => {
      set.add(cid)
    })
    set.truncate(size)
    const all = [...first, ...second]
    expect(all.map((cid) => set.numberOf(cid))).toEqual(all.map((cid) => expected.numberOf(cid)))
    second.forEach((cid) => {
      expect(set.add(cid)).toBe(expected.add(cid))
    })
    expect(all.map((cid) => set.numberOf(cid))).toEqual(all.map((cid) => expected.numberOf(cid)))
  }))
})

it('removes members beyond one chunk and after its table has doubled', () => {
  const set = new CidSet()
  const members = Array.from(
    { length: 40_000 },
    (_, i) =>
      CID.createV1(
        CODEC.raw,
        create(HASH.sha2_256, new Uint8Array(new Uint32Array(8).fill(Math.imul(i + 1, 0x9e3779b1)).buffer))
      )
  )
  members.forEach((cid) => {
    set.add(cid)
  })
  set.truncate(10_000)
  expect(members.filter((cid) => set.has(cid)).length).toBe(10_000)
  members.forEach((cid) => {
    set.add(cid)
  })
  expect(members.every((cid, i) => set.numberOf(cid) === i)).toBe(true)
})

it('yields its members, except those stored as fingerprints', () => {
  fc.assert(fc.property(fc.array(cids, { maxLength: 50 }), (list) => {
    const set = new CidSet({ versions: true })
    list.forEach((cid) => {
      set.add(cid)
    })

    for (const cid of list) {
      const found = set.cidAt(set.numberOf(cid) as number)
      expect(found?.toString()).toBe(cid.multihash.code === HASH.sha2_256 ? cid.toString() : undefined)
    }
  }))
})
