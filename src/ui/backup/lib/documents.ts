import type { About, Content } from './manifest.ts'

/**
 * Rows per document. Keeps a document below a block of 1 MiB even with the longest names (255 bytes for a pin, 4096 for
 * a realistic path).
 */
const ROWS = 200
const LINKS = 2000

/**
 * Splits the data of a backup into documents.
 *
 * @param links - CIDs of all included content
 */
export function documents (all: About, links: readonly string[]): { about: About[]; content: Content[] } {
  const [pins, files, lacking] = [pieces(all.pins, ROWS), pieces(all.files, ROWS), pieces(all.lacking, ROWS)]
  const dates = pieces(all.dates ?? [], ROWS)

  return {
    about: Array.from(
      { length: Math.max(pins.length, files.length, lacking.length, dates.length) },
      (_, i) => ({
        pins: pins[i] ?? [],
        files: files[i] ?? [],
        lacking: lacking[i] ?? [],
        ...dates[i] == null ? {} : { dates: dates[i] }
      })
    ),
    content: pieces(links, LINKS).map((piece) => ({ links: piece.map((cid) => ({ '/': cid })) }))
  }
}

function pieces<T> (list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}
