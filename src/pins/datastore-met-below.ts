import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { ifFound } from '../async/if-found.ts'
import { base32Text } from '../cid/multibase/base32-text.ts'
import { decodePinKey, modePrefix } from './pin-record.ts'
import type { MetBelow } from './walk-record.ts'

const IDENTITY = 0x00

/** Of a multihash, which name a block here: in base32, as keys of pins have it, they are 16 characters. */
const NAME_BYTES = 10

/** What stands before the last two characters, by which a name has its row. */
const ROW_AT = 14

/** Of a row, of which there are 1024. */
const ROW_RECORDS = 512

/** Blocks that are written together. */
const LOT = 65_536

/** Remembers some 500,000 blocks, those that were met last, in rows of the datastore of the pins: 21 MB at most. Two blocks that have one name are taken for one. */
export class DatastoreMetBelow implements MetBelow {
  readonly #data: Datastore
  /** of each row what is not written yet: names of roots by those of blocks */
  #met = new Map<string, Map<string, string>>()
  #size = 0

  constructor (data: Datastore) {
    this.#data = data
  }

  async rootOf (cid: CID): Promise<CID | undefined> {
    const name = nameOf(cid)
    const root = (await this.#read(rowKey(name.slice(ROW_AT)))).get(name)

    for await (const key of root == null ? [] : this.#data.queryKeys({ prefix: modePrefix('recursive') + root })) {
      return decodePinKey(key).cid
    }

    return undefined
  }

  add (cid: CID, root: CID): Promise<void> | undefined {
    // of these the first bytes are those of many: one that has gone would be taken for another
    if (root.multihash.code === IDENTITY) {
      return undefined
    }

    const name = nameOf(cid)
    const row = this.#met.get(name.slice(ROW_AT)) ?? new Map<string, string>()
    this.#met.set(name.slice(ROW_AT), row.set(name, nameOf(root)))
    return ++this.#size % LOT > 0 ? undefined : this.flush()
  }

  async flush (): Promise<void> {
    const batch = this.#data.batch()
    const rows = this.#met
    this.#met = new Map()

    for (const [row, met] of rows) {
      const records = await this.#read(rowKey(row))

      met.forEach((root, name) => {
        records.delete(name) // those that came last stay longest
        records.set(name, root)
      })

      batch.put(rowKey(row), new TextEncoder().encode(JSON.stringify([...records].slice(-ROW_RECORDS))))
    }

    try {
      await (rows.size > 0 ? batch.commit() : undefined)
    } catch {
      // a full disk: what is not remembered a walk looks for
    }
  }

  async #read (key: Key): Promise<Map<string, string>> {
    const row = await ifFound(() => this.#data.get(key))
    return new Map(row == null ? [] : JSON.parse(new TextDecoder().decode(row)) as Array<[string, string]>)
  }
}

function nameOf ({ multihash }: CID): string {
  return base32Text(multihash.bytes.subarray(0, NAME_BYTES))
}

function rowKey (row: string): Key {
  return new Key(`/pinned/walk/met/${row}`, false)
}
