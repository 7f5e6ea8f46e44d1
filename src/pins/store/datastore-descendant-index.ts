import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { ifFound } from '../../async/promises/if-found.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { base32Text } from '../../cid/multibase/base32-text.ts'
import type { DescendantIndex } from '../walk-log/pin-walk-log.ts'
import { decodePinKey, modePrefix } from './pin-record.ts'

/** Bytes of a multihash that identify a block here: 16 characters in base32, the encoding of pin keys. */
const NAME_BYTES = 10

/** Length of the part of a block's name that selects its row: all but the last two characters. */
const ROW_AT = 14

/** Records per row. There are 1024 rows. */
const ROW_RECORDS = 512

/** Blocks that are buffered before they are written together. */
const BATCH = 65_536

/**
 * Stores, for the last 500,000 blocks that walks have met, a root below which each lies. Uses rows of the pins'
 * datastore, 21 MB at most. Two blocks with the same name are treated as one.
 */
export class DatastoreDescendantIndex implements DescendantIndex {
  readonly #data: Datastore
  /** unwritten records of each row: names of roots by names of blocks */
  #met = new Map<string, Map<string, string>>()
  #size = 0

  constructor (data: Datastore) {
    this.#data = data
  }

  async rootOf (cid: CID): Promise<CID | undefined> {
    const name = blockName(cid)
    const root = (await this.#read(rowKey(name.slice(ROW_AT)))).get(name)

    for await (const key of root == null ? [] : this.#data.queryKeys({ prefix: modePrefix('recursive') + root })) {
      return decodePinKey(key).cid
    }

    return undefined
  }

  add (cid: CID, root: CID): Promise<void> | undefined {
    // The first bytes of identity CIDs are not unique: a removed root would be mistaken for another one.
    if (root.multihash.code === HASH.identity) {
      return undefined
    }

    const name = blockName(cid)
    const row = this.#met.get(name.slice(ROW_AT)) ?? new Map<string, string>()
    this.#met.set(name.slice(ROW_AT), row.set(name, blockName(root)))
    return ++this.#size % BATCH > 0 ? undefined : this.flush()
  }

  async flush (): Promise<void> {
    const batch = this.#data.batch()
    const rows = this.#met
    this.#met = new Map()

    for (const [row, met] of rows) {
      const records = await this.#read(rowKey(row))

      met.forEach((root, name) => {
        records.delete(name) // the newest records stay longest
        records.set(name, root)
      })

      batch.put(rowKey(row), new TextEncoder().encode(JSON.stringify([...records].slice(-ROW_RECORDS))))
    }

    try {
      await (rows.size > 0 ? batch.commit() : undefined)
    } catch {
      // Full disk: blocks that are not remembered are found by a walk.
    }
  }

  async #read (key: Key): Promise<Map<string, string>> {
    const row = await ifFound(() => this.#data.get(key))
    return new Map(row == null ? [] : JSON.parse(new TextDecoder().decode(row)) as Array<[string, string]>)
  }
}

function blockName ({ multihash }: CID): string {
  return base32Text(multihash.bytes.subarray(0, NAME_BYTES))
}

function rowKey (row: string): Key {
  return new Key(`/pinned/walk/met/${row}`, false)
}
