import { requestResults } from '../../database/database.ts'
import { PAGE_BYTES, PAGES } from '../schema/schema.ts'

/** Returns the keys of a range of pages of a segment; all pages by default. */
export function pagesOf (segment: number, first = 0, last = Infinity): IDBKeyRange {
  return IDBKeyRange.bound([segment, first], [segment, last])
}

/**
 * Writes the bytes of a segment as pages.
 *
 * @returns the number of bytes
 */
export function putPages (tx: IDBTransaction, segment: number, parts: readonly Uint8Array[]): number {
  const store = tx.objectStore(PAGES)
  const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const bytes = new Uint8Array(size)
  let end = 0

  for (const part of parts) {
    bytes.set(part, end)
    end += part.byteLength
  }

  for (let page = 0; page * PAGE_BYTES < size; page++) {
    // A copy: structured cloning of a view writes the whole underlying buffer.
    store.put(bytes.slice(page * PAGE_BYTES, (page + 1) * PAGE_BYTES), [segment, page])
  }

  return size
}

/**
 * Reads a part of a paged segment.
 *
 * @throws if pages are missing or too short
 */
export async function readPages (
  tx: IDBTransaction,
  segment: number,
  start: number,
  end: number
): Promise<Uint8Array<ArrayBuffer>> {
  const first = Math.floor(start / PAGE_BYTES)
  const last = Math.floor((end - 1) / PAGE_BYTES)
  const store = tx.objectStore(PAGES)
  const pages = await requestResults<Uint8Array | undefined>(
    Array.from({ length: last - first + 1 }, (_, i) => store.get([segment, first + i]))
  )
  const bytes = new Uint8Array(end - start)

  pages.forEach((page, i) => {
    const at = (first + i) * PAGE_BYTES
    const part = page?.subarray(Math.max(0, start - at), end - at)

    if (part?.byteLength !== Math.min(end - at, PAGE_BYTES) - Math.max(0, start - at)) {
      throw new Error(`page ${first + i} of segment ${segment} is ${page == null ? 'missing' : 'too short'}`)
    }

    bytes.set(part, Math.max(0, at - start))
  })

  return bytes
}
