import { describe, expect, it } from 'vitest'
import {
  containersOf,
  cutRecords,
  decodeRecords,
  encodeRun,
  filterRecords,
  keyText,
  mergeRecords,
  PAGE_RECORDS,
  pagesOf,
  RECORD_BYTES,
  recordContainer,
  recordCount,
  recordKey,
  runKey,
  sortRecords,
  splitRecords,
  tableBytes
} from './run.ts'
import type { RunRecords } from './run.ts'

/** Records with keys spread like digests, and the index as the container. */
function records (count: number, from = 0): RunRecords {
  return sortRecords(Array.from({ length: count }, (_, i) => {
    const n = i + from
    return { key: { high: Math.imul(n, 2654435761) >>> 0, low: n }, container: n }
  }))
}

const keyOf = (n: number): ReturnType<typeof recordKey> => ({ high: Math.imul(n, 2654435761) >>> 0, low: n })

describe('an index run', () => {
  it('has the last eight bytes of a multihash as its key', () => {
    expect(keyText(runKey(Uint8Array.of(0x12, 0x20, 1, 2, 3, 4, 250, 251, 252, 253)))).toBe('01020304fafbfcfd')
    expect(keyText(runKey(Uint8Array.of(0x12, 1, 7)))).toBe('0000000000120107')
  })

  it('finds each key in the pages that its table names', () => {
    const count = 5 * PAGE_RECORDS + 7
    const bytes = encodeRun(records(count))
    const table = bytes.subarray(0, tableBytes(count))

    for (let n = 0; n < count; n += 13) {
      const { first, end } = pagesOf(table, keyOf(n))
      expect(end - first).toBe(1)
      const start = table.byteLength + first * PAGE_RECORDS * RECORD_BYTES
      const page = decodeRecords(bytes.subarray(start, start + PAGE_RECORDS * RECORD_BYTES))
      expect(containersOf(page, keyOf(n))).toEqual([n])
    }

    expect(pagesOf(table, { high: 0, low: 0 }).first).toBe(0)
  })

  it('finds equal keys on both sides of the border of two pages', () => {
    const same = { high: 5, low: 5 }
    const all = sortRecords([
      ...Array.from({ length: PAGE_RECORDS - 2 }, (_, i) => ({ key: { high: 1, low: i }, container: i })),
      ...[1, 2, 3, 4].map((container) => ({ key: same, container })),
      ...Array.from({ length: PAGE_RECORDS }, (_, i) => ({ key: { high: 9, low: i }, container: i }))
    ])
    const bytes = encodeRun(all)
    expect(pagesOf(bytes.subarray(0, tableBytes(recordCount(all))), same)).toEqual({ first: 0, end: 2 })
  })

  it('merges with others, without repeated records, and is filtered, cut and split', () => {
    const merged = mergeRecords(records(100), records(100, 50))
    expect(recordCount(merged)).toBe(150)

    for (let i = 1; i < 150; i++) {
      expect(keyText(recordKey(merged, i - 1)) <= keyText(recordKey(merged, i))).toBe(true)
    }

    expect(recordCount(mergeRecords(records(3), new Uint32Array(0)))).toBe(3)
    const odd = filterRecords(merged, (container) => container % 2 === 1)
    expect(recordCount(odd)).toBe(75)
    expect(Array.from({ length: 75 }, (_, i) => recordContainer(odd, i) % 2).every((rest) => rest === 1)).toBe(true)
    const [low, high] = cutRecords(merged, keyText(recordKey(merged, 40)))
    expect([recordCount(low), recordCount(high)]).toEqual([41, 109])
    expect(splitRecords(merged, 40).map(recordCount)).toEqual([37, 38, 37, 38])
    expect(splitRecords(new Uint32Array(0), 40)).toEqual([])
  })
})
