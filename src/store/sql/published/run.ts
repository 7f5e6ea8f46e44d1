/**
 * Records of an index run: for each block the key of its multihash, in two words, and its container. Sorted by key. In
 * an object they follow a page table, the keys of the first record of each page. All words are little-endian, as in
 * every engine that runs this.
 */
export type RunRecords = Uint32Array<ArrayBuffer>

const WORDS = 3
const KEY_WORDS = 2
const WORD_BYTES = 4
export const RECORD_BYTES = WORDS * WORD_BYTES

/** Records of a page, which a reader gets at once: 12 KiB. */
export const PAGE_RECORDS = 1024

/** The key of a block in an index run: the last 8 bytes of its multihash, which are uniformly distributed. */
export interface RunKey {
  high: number
  low: number
}

/** Returns the key of a multihash. */
export function runKey (multihash: Uint8Array): RunKey {
  const word = (end: number): number => {
    let value = 0

    for (let at = Math.max(0, end - WORD_BYTES); at < end; at++) {
      value = value * 256 + multihash[at]
    }

    return value
  }

  const { byteLength } = multihash
  return { high: word(byteLength - WORD_BYTES), low: word(byteLength) }
}

/** Returns a key as text that sorts like the key. */
export function keyText ({ high, low }: RunKey): string {
  return [high, low].map((word) => word.toString(16).padStart(8, '0')).join('')
}

export function recordCount (records: RunRecords): number {
  return records.length / WORDS
}

export function recordKey (records: RunRecords, i: number): RunKey {
  return { high: records[i * WORDS], low: records[i * WORDS + 1] }
}

export function recordContainer (records: RunRecords, i: number): number {
  return records[i * WORDS + 2]
}

function compareKeys (a: RunKey, b: RunKey): number {
  return a.high - b.high || a.low - b.low
}

/** Sorts records. */
export function sortRecords (entries: Array<{ key: RunKey; container: number }>): RunRecords {
  entries.sort((a, b) => compareKeys(a.key, b.key) || a.container - b.container)
  const records = new Uint32Array(entries.length * WORDS)

  entries.forEach(({ key: { high, low }, container }, i) => {
    records.set([high, low, container], i * WORDS)
  })

  return records
}

/** Merges sorted records, and drops repeated ones. */
export function mergeRecords (a: RunRecords, b: RunRecords): RunRecords {
  const merged = new Uint32Array(a.length + b.length)
  let [i, j, end] = [0, 0, 0]

  while (i < a.length || j < b.length) {
    const order = compareAt(a, i, b, j)
    const [from, at] = order <= 0 ? [a, i] : [b, j]
    merged[end] = from[at]
    merged[end + 1] = from[at + 1]
    merged[end + 2] = from[at + 2]
    end += WORDS
    i += order <= 0 ? WORDS : 0
    j += order >= 0 ? WORDS : 0
  }

  return merged.slice(0, end)
}

/** Compares two records; one after the end is larger than all others. */
function compareAt (a: RunRecords, i: number, b: RunRecords, j: number): number {
  if (i === a.length || j === b.length) {
    return i === a.length ? 1 : -1
  }

  return a[i] - b[j] || a[i + 1] - b[j + 1] || a[i + 2] - b[j + 2]
}

/** Returns the records of which a call returns true. */
export function filterRecords (
  records: RunRecords,
  keeps: (container: number, key: RunKey) => boolean
): RunRecords {
  const kept = new Uint32Array(records.length)
  let end = 0

  for (let i = 0; i < recordCount(records); i++) {
    if (keeps(recordContainer(records, i), recordKey(records, i))) {
      kept.set(records.subarray(i * WORDS, (i + 1) * WORDS), end)
      end += WORDS
    }
  }

  return kept.slice(0, end)
}

/** Splits records into as few parts of about equal size as possible. */
export function splitRecords (records: RunRecords, maxRecords: number): RunRecords[] {
  const count = recordCount(records)
  const parts = Math.ceil(count / maxRecords)
  return Array.from(
    { length: parts },
    (_, i) => records.slice(Math.floor(count * i / parts) * WORDS, Math.floor(count * (i + 1) / parts) * WORDS)
  )
}

/** Returns the records up to a key, and the others. */
export function cutRecords (records: RunRecords, lastKey: string): [RunRecords, RunRecords] {
  let [low, high] = [0, recordCount(records)]

  while (low < high) {
    const middle = (low + high) >> 1

    if (keyText(recordKey(records, middle)) <= lastKey) {
      low = middle + 1
    } else {
      high = middle
    }
  }

  return [records.slice(0, low * WORDS), records.slice(low * WORDS)]
}

/** Returns the number of bytes of the page table of a run. */
export function tableBytes (records: number): number {
  return Math.ceil(records / PAGE_RECORDS) * KEY_WORDS * WORD_BYTES
}

/** Encodes a run: the page table, and then the records. */
export function encodeRun (records: RunRecords): Uint8Array<ArrayBuffer> {
  const count = recordCount(records)
  const words = new Uint32Array(tableBytes(count) / WORD_BYTES + records.length)

  for (let page = 0; page * PAGE_RECORDS < count; page++) {
    const at = page * PAGE_RECORDS * WORDS
    words.set(records.subarray(at, at + KEY_WORDS), page * KEY_WORDS)
  }

  words.set(records, tableBytes(count) / WORD_BYTES)
  return new Uint8Array(words.buffer)
}

/** Decodes the records of a whole run, or of some of its pages. */
export function decodeRecords (bytes: Uint8Array): RunRecords {
  return new Uint32Array(bytes.slice().buffer)
}

/** Returns the page range that may contain a key, by the page table; its end is exclusive. */
export function pagesOf (table: Uint8Array, key: RunKey): { first: number; end: number } {
  const words = new Uint32Array(table.slice().buffer)
  const pageKey = (page: number): RunKey => ({ high: words[page * KEY_WORDS], low: words[page * KEY_WORDS + 1] })
  let [low, high] = [0, words.length / KEY_WORDS]

  // The first page that begins after the key.
  while (low < high) {
    const middle = (low + high) >> 1

    if (compareKeys(pageKey(middle), key) <= 0) {
      low = middle + 1
    } else {
      high = middle
    }
  }

  let first = Math.max(0, low - 1)

  // Equal keys may begin in the pages before.
  while (first > 0 && compareKeys(pageKey(first), key) === 0) {
    first--
  }

  return { first, end: low }
}

/** Returns the containers of a key in sorted records. */
export function containersOf (records: RunRecords, key: RunKey): number[] {
  let [low, high] = [0, recordCount(records)]

  while (low < high) {
    const middle = (low + high) >> 1

    if (compareKeys(recordKey(records, middle), key) < 0) {
      low = middle + 1
    } else {
      high = middle
    }
  }

  const found: number[] = []

  for (let i = low; i < recordCount(records) && compareKeys(recordKey(records, i), key) === 0; i++) {
    found.push(recordContainer(records, i))
  }

  return found
}
