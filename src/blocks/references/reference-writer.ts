import type { CID } from 'multiformats/cid'
import type { Reference } from './reference.ts'
import type { References } from './references.ts'

/** Rows of a batch. */
const BATCH = 1024

/**
 * Collects the references of an import and keeps them when it is at its end: some 100 bytes each, which an import that fails
 * leaves nothing of.
 */
export class ReferenceWriter {
  readonly #references: References
  readonly #found: Array<{ multihash: Uint8Array, reference: Reference }> = []
  readonly #names = new Map<string, Promise<string>>()

  constructor (references: References) {
    this.#references = references
  }

  /** @param path - the URL, or the file as the upload calls it. @throws as `References.nameOf` does */
  async add (cid: CID, path: string, offset: number, size: number): Promise<void> {
    const name = this.#names.get(path) ?? this.#references.nameOf(path)
    this.#names.set(path, name)
    this.#found.push({ multihash: cid.multihash.bytes, reference: { path: await name, offset, size } })
  }

  /** Keeps those whose blocks are not stored; durable when it resolves. A reference that there was gives way: the file that was read now is there. */
  async flush (): Promise<void> {
    for (let at = 0; at < this.#found.length; at += BATCH) {
      const rows = this.#found.slice(at, at + BATCH)
      const stored = await Promise.all(rows.map(async ({ multihash }) => await this.#references.isStored(multihash)))
      await this.#references.putAll(rows.filter((_, i) => !stored[i]))
    }
  }
}
