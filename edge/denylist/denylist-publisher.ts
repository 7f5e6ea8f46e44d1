import type { Datastore } from 'interface-datastore'
import { KeyedMutex } from '../../src/async/locks/keyed-mutex.ts'
import type { ListRow } from '../../src/denylist/lists/list-row.ts'
import { denylistRowKey, ListRows } from '../../src/denylist/lists/list-rows.ts'
import type { RuleSeed } from '../../src/denylist/rules/rule-key.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import { denylistsVersion, NO_DENYLISTS, readDenylistMarker, writeDenylistMarker } from './denylist-marker.ts'
import { countRules, MAX_FRONT_RULES, readRulesIndex, RULES_INDEX, rulesName } from './rules-index.ts'
import type { RulesIndex } from './rules-index.ts'

/** Key of the lock: one publication at a time. */
const PUBLICATION = 'publication'

/** Seed of an index without lists. */
const NO_SEED: RuleSeed = [0, 0, 0]

/**
 * Publishes the denylists of the node in the bucket, for the workers in front of it. The version is written first: from
 * then on no front uses rules of before, and the node decides until the new rules are published. The index lists all
 * objects before they are written, so that a kill leaves none that is not deleted later.
 */
export class DenylistPublisher {
  readonly #bucket: ObjectBucket
  readonly #datastore: Datastore
  readonly #mutex = new KeyedMutex()

  constructor ({ bucket, datastore }: { bucket: ObjectBucket; datastore: Datastore }) {
    this.#bucket = bucket
    this.#datastore = datastore
  }

  /**
   * Publishes the stored lists. Does nothing if they are published.
   *
   * @throws errors of the bucket, and of the datastore if the lists change meanwhile: publish again
   */
  async publish (): Promise<void> {
    await this.#mutex.run(PUBLICATION, async () => {
      await this.#publish()
    })
  }

  async #publish (): Promise<void> {
    const { lists = [], seed = NO_SEED } = await new ListRows(this.#datastore).readIndex() ?? {}
    const version = denylistsVersion(lists)

    if (await readDenylistMarker(this.#bucket) !== version) {
      await writeDenylistMarker(this.#bucket, version)
    }

    const before = await readRulesIndex(this.#bucket)
    const wanted = countRules(lists) > MAX_FRONT_RULES ? [] : lists

    if ((before?.version ?? NO_DENYLISTS) === version && sameGenerations(before?.generations ?? [], wanted)) {
      return
    }

    await this.#write(before, { version, seed, lists: lists.map(publishedForm), generations: wanted.map(rowsForm) })
  }

  async #write (before: RulesIndex | undefined, index: RulesIndex): Promise<void> {
    const { generations } = index
    const isIn = (known: RulesIndex['generations'], generation: string): boolean =>
      known.some((other) => other.generation === generation)
    const old = (before?.generations ?? []).filter(({ generation }) => !isIn(generations, generation))
    // After a kill the objects of an incomplete index may be missing.
    const hasBefore = before != null && before.version !== NO_DENYLISTS
    const fresh = generations.filter(({ generation }) => !(hasBefore && isIn(before.generations, generation)))

    if (fresh.length > 0) {
      await this.#writeIndex({ ...index, version: NO_DENYLISTS, generations: [...old, ...generations] })

      for (const { generation, ruleRows } of fresh) {
        for (let row = 0; row < ruleRows; row++) {
          const bytes = await this.#datastore.get(denylistRowKey(generation, 'rules', row))
          await this.#bucket.put(rulesName(generation, row), bytes)
        }
      }
    }

    if (old.length > 0) {
      await this.#writeIndex({ ...index, generations: [...old, ...generations] })

      for (const { generation, ruleRows } of old) {
        for (let row = 0; row < ruleRows; row++) {
          await this.#bucket.delete(rulesName(generation, row))
        }
      }
    }

    await (index.version === NO_DENYLISTS ? this.#bucket.delete(RULES_INDEX) : this.#writeIndex(index))
  }

  async #writeIndex (index: RulesIndex): Promise<void> {
    await this.#bucket.put(RULES_INDEX, new TextEncoder().encode(JSON.stringify(index)))
  }
}

function publishedForm ({ name, generation, kinds, records, ruleRows }: ListRow): RulesIndex['lists'][number] {
  return { name, generation, kinds, records, ruleRows }
}

function rowsForm ({ generation, ruleRows }: ListRow): RulesIndex['generations'][number] {
  return { generation, ruleRows }
}

function sameGenerations (known: RulesIndex['generations'], wanted: RulesIndex['generations']): boolean {
  return known.length === wanted.length && known.every(({ generation }, i) => wanted[i].generation === generation)
}
