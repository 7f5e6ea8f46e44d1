import type { CID } from 'multiformats/cid'
import type { Reference } from './reference.ts'
import type { References } from './references.ts'

/** The number of rows in a batch. */
const BATCH = 1024

/**
 * Collects the references of an import, about 100 bytes each, and writes them at its end, so that a failed import
 * leaves none.
 */
export class ReferenceWriter {
  readonly #references: References
  readonly #found: Array<{ multihash: Uint8Array; reference: Reference }> = []
  readonly #names = new Map<string, Promise<string>>()

  constructor (references: References) {
    this.#references = references
  }

  /**
   * Adds a reference.
   *
   * @param path - the URL, or the path of the file in the upload
   * @throws errors of `References.nameOf`
   */
  async add (cid: CID, path: string, offset: number, size: number): Promise<void> {
    const name = this.#names.get(path) ?? this.#references.nameOf(path)
    this.#names.set(path, name)
    this.#found.push({ multihash: cid.multihash.bytes, reference: { path: await name, offset, size } })
  }

  /**
   * Writes the references to blocks that are not stored. The references are durable when the call resolves. Replaces
   * existing references, because the new file was just read.
   */
  async flush (): Promise<void> {
    for (let at = 0; at < this.#found.length; at += BATCH) {
      const rows = this.#found.slice(at, at + BATCH)
      const stored = await Promise.all(rows.map(async ({ multihash }) => await this.#references.isStored(multihash)))
      await this.#references.putAll(rows.filter((_, i) => !stored[i]))
    }
  }
}
