import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { ifFound } from '../../async/promises/if-found.ts'
import { rawCid } from '../../cid/hash/multihash-key.ts'
import { isPrivateUrl } from '../../config/types/is-private-url.ts'
import { isError, NOT_FOUND } from '../../errors/define-error.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { verifyBlock } from '../local/verify-block.ts'
import { CorruptReferenceError, REFERENCE_STATUS } from './corrupt-reference-error.ts'
import { readUrl } from './read-url.ts'
import {
  decodeReference,
  encodeReference,
  isUrl,
  referencedMultihash,
  referenceKey,
  REFERENCES_PREFIX
} from './reference.ts'
import type { Reference } from './reference.ts'
import type { ReferencedFiles } from './referenced-files.ts'

/** Messages of boxo `filestore/filestore.go`. */
export const FILESTORE_OFF = 'filestore is not enabled, see https://git.io/vNItf'
const URLSTORE_OFF = 'urlstore is not enabled'

export interface ReferencesInit {
  datastore: Datastore
  /** The stored blocks. */
  store: Pick<Blockstore, 'has'>
  /** Undefined if there are no files to reference. */
  files: ReferencedFiles | undefined
  /** `Experimental.FilestoreEnabled`. */
  allowFiles: boolean
  /** `Experimental.UrlstoreEnabled`. */
  allowUrls: boolean
}

/** A block and its reference; undefined if its row cannot be decoded. */
export interface ListedReference {
  multihash: Uint8Array
  reference: Reference | undefined
}

/** References to blocks in files and at URLs, which are not stored (boxo `filestore`): one datastore row each. */
export class References {
  readonly #init: ReferencesInit

  constructor (init: ReferencesInit) {
    this.#init = init
  }

  /**
   * Returns the name of a file or URL in references.
   *
   * @throws an Error with boxo's message if it must not be referenced
   */
  async nameOf (path: string): Promise<string> {
    this.#checkAllowed(path)

    if (isUrl(path)) {
      if (!URL.canParse(path) || !isPrivateUrl(new URL(path))) {
        throw new Error('cannot refer to this URL: it must be https, or http on this machine')
      }

      return path
    }

    if (this.#init.files == null) {
      throw new Error('there are no files here that could be referred to')
    }

    return await this.#init.files.nameOf(path)
  }

  /**
   * Returns the current file for a reference.
   *
   * @throws errors of `nameOf` and `ReferencedFiles.open`
   */
  async openFile (path: string): Promise<File> {
    const name = await this.nameOf(path)

    if (this.#init.files == null || isUrl(path)) {
      throw new DOMException('there is no such file', 'NotFoundError')
    }

    return await this.#init.files.open(name)
  }

  async get (multihash: Uint8Array): Promise<Reference | undefined> {
    const row = await ifFound(() => this.#init.datastore.get(referenceKey(multihash)))
    return row == null ? undefined : decodeReference(row)
  }

  async *list (options: { signal?: AbortSignal } = {}): AsyncGenerator<ListedReference> {
    for await (const { key, value } of this.#init.datastore.query({ prefix: REFERENCES_PREFIX }, options)) {
      yield { multihash: referencedMultihash(key), reference: tryDecodeReference(value) }
    }
  }

  /** Yields all multihashes, without reading the rows. */
  async *multihashes (options: { signal?: AbortSignal } = {}): AsyncGenerator<Uint8Array> {
    for await (const key of this.#init.datastore.queryKeys({ prefix: REFERENCES_PREFIX }, options)) {
      yield referencedMultihash(key)
    }
  }

  /** Whether the block is stored too, so that its reference is redundant. */
  async isStored (multihash: Uint8Array): Promise<boolean> {
    return await this.#init.store.has(rawCid(multihash))
  }

  /** Writes references, replacing existing ones; durable when it resolves. */
  async putAll (references: ReadonlyArray<{ multihash: Uint8Array; reference: Reference }>): Promise<void> {
    const batch = this.#init.datastore.batch()
    references.forEach(({ multihash, reference }) => {
      batch.put(referenceKey(multihash), encodeReference(reference))
    })
    await batch.commit()
  }

  /** Deletes references. The files stay unchanged. */
  async delete (cids: readonly CID[]): Promise<void> {
    const batch = this.#init.datastore.batch()
    cids.forEach(({ multihash }) => {
      batch.delete(referenceKey(multihash.bytes))
    })
    await batch.commit()
  }

  /**
   * Reads and verifies the block of a reference.
   *
   * @throws CorruptReferenceError
   * @throws an Error if such references are disabled now
   * @throws the signal's reason
   */
  async read (
    multihash: Uint8Array,
    reference: Reference,
    { signal }: { signal?: AbortSignal } = {}
  ): Promise<Uint8Array> {
    this.#checkAllowed(reference.path)
    const bytes = isUrl(reference.path) ? await readUrl(reference, signal) : await this.#readFile(reference)
    signal?.throwIfAborted()

    if (bytes.length < reference.size) {
      throw new CorruptReferenceError(
        REFERENCE_STATUS.fileChanged,
        `${reference.path} has changed: it ends before the block at offset ${reference.offset} does`
      )
    }

    try {
      await verifyBlock({ cid: rawCid(multihash), bytes })
    } catch {
      throw new CorruptReferenceError(
        REFERENCE_STATUS.fileChanged,
        `data in file did not match. ${reference.path} offset ${reference.offset}`
      )
    }

    return bytes
  }

  async #readFile ({ path, offset, size }: Reference): Promise<Uint8Array> {
    try {
      if (this.#init.files == null) {
        throw new Error('this node has no files that could be referred to')
      }

      return await this.#init.files.read(path, offset, size)
    } catch (err) {
      throw isError(err, NOT_FOUND)
        ? new CorruptReferenceError(REFERENCE_STATUS.fileNotFound, `open ${path}: no such file`)
        : new CorruptReferenceError(REFERENCE_STATUS.fileError, `read ${path}: ${(err as Error).message}`)
    }
  }

  #checkAllowed (path: string): void {
    if (isUrl(path) ? !this.#init.allowUrls : !this.#init.allowFiles) {
      throw new Error(isUrl(path) ? URLSTORE_OFF : FILESTORE_OFF)
    }
  }
}

function tryDecodeReference (row: Uint8Array): Reference | undefined {
  try {
    return decodeReference(row)
  } catch {
    return undefined
  }
}
