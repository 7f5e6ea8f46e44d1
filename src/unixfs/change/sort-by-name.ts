import { compareBytes } from '../../go/text/utf8.ts'

/** Sorts links by the bytes of their names, in place. */
export function sortByName<T extends { nameBytes: Uint8Array }> (links: T[]): T[] {
  return links.sort((a, b) => compareBytes(a.nameBytes, b.nameBytes))
}
