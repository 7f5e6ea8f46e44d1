import type { ListFacts } from '../format/read-denylist.ts'
import type { RuleKinds } from '../rules/denylist-rules.ts'
import type { RuleSeed } from '../rules/rule-key.ts'

/** Settings of a list that is read again. */
export interface RefreshSettings {
  /** time between two reads, in milliseconds */
  intervalMs: number
  maxBytes: number
}

/** The place that a list is read from. */
export type ListSource =
  | { kind: 'upload' }
  | { kind: 'file'; path: string }
  | RefreshSettings & {
    kind: 'url'
    url: string
    /** SHA-256 digest that the list must have, in hexadecimal */
    sha256?: string
    /** peer ID of the key that must have signed the list */
    signedBy?: string
  }
  | RefreshSettings & { kind: 'path'; path: string }

/** A list as it is stored. */
export interface ListRow {
  name: string
  source: ListSource
  /** part of the keys of its rows; each version of the list has another */
  generation: string
  /** name of the list in its header; empty if it has none */
  title: string
  description: string
  author: string
  facts: ListFacts
  kinds: RuleKinds
  /** number of records in its table */
  records: number
  /** number of rows with rules */
  ruleRows: number
  /** the first line of each row with text */
  firstLines: number[]
  /** version of the source: an ETag, a CID, or time and size of a file; empty if unknown */
  tag: string
  /** times in milliseconds since 1970; 0 for never */
  checkedMs: number
  updatedMs: number
  /** the last error of a refresh; empty after a successful one */
  error: string
}

/** The row at `DENYLISTS_KEY`. */
export interface ListIndex {
  seed: RuleSeed
  /** in the order of their names */
  lists: ListRow[]
}
