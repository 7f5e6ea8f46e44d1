import type { ListRow } from '../../src/denylist/lists/list-row.ts'
import type { RuleSeed } from '../../src/denylist/rules/rule-key.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'

/** Name of the object that lists the published rules. */
export const RULES_INDEX = 'published/denylists'

/** Rules that a front worker reads at most: 32 MB of its memory. The node decides if there are more. */
export const MAX_FRONT_RULES = 1_100_000

/** A denylist whose rules are published. */
export type PublishedList = Pick<ListRow, 'name' | 'generation' | 'kinds' | 'records' | 'ruleRows'>

/** The rules of all denylists in the bucket. */
export interface RulesIndex {
  /** the version of the denylists (`denylistsVersion`) that is published completely; empty during a change */
  version: string
  seed: RuleSeed
  /** in the order of their names */
  lists: PublishedList[]
  /** the generations that may have objects in the bucket */
  generations: Array<Pick<ListRow, 'generation' | 'ruleRows'>>
}

/** Returns the name of the object with a row of rules. The object never changes. */
export function rulesName (generation: string, row: number): string {
  return `published/denylists/${generation}/${row}`
}

/** Reads the index from the bucket; undefined without one. */
export async function readRulesIndex (bucket: ObjectBucket): Promise<RulesIndex | undefined> {
  const object = await bucket.get(RULES_INDEX)
  return object == null ? undefined : JSON.parse(new TextDecoder().decode(await object.arrayBuffer())) as RulesIndex
}

/** Returns how many rules the lists have. */
export function countRules (lists: ReadonlyArray<Pick<ListRow, 'records'>>): number {
  return lists.reduce((sum, { records }) => sum + records, 0)
}
