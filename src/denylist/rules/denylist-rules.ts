import { HASH } from '../../cid/codes/multiformat-codes.ts'
import type { CheckedContent, DoubleHash } from './checked-content.ts'
import { RuleKeyHash } from './rule-key.ts'
import type { RuleSeed } from './rule-key.ts'
import { RuleTable } from './rule-table.ts'
import type { RuleAction } from './rule-table.ts'

/** Separates a subject from a whole path. */
const WHOLE = 0
/** Separates a subject from the beginning of paths. */
const BEGINNING = 1

/** The kinds of rules that a list has. Kinds that it lacks are not looked up. */
export interface RuleKinds {
  hasPrefixes: boolean
  /** multihash codes of double-hashed rules */
  doubleHashes: number[]
}

/** The subject of a rule, apart from what it does. */
export type RuleMatcher = { subject: string; path: string; isPrefix: boolean } | { doubleHashes: HashedMatcher[] }

/** A double hash of a rule. A text that is both base58 and hexadecimal has two. */
export interface HashedMatcher {
  code: number
  subject: string
}

/** The rules of one denylist, in memory. Of several rules that match the last one decides. */
export class DenylistRules {
  readonly table: RuleTable
  readonly kinds: RuleKinds
  readonly #hash: RuleKeyHash

  /** @param stored - rules that were stored before */
  constructor (seed: RuleSeed, stored?: { table: RuleTable; kinds: RuleKinds }) {
    this.#hash = new RuleKeyHash(seed)
    this.table = stored?.table ?? new RuleTable()
    this.kinds = stored?.kinds ?? { hasPrefixes: false, doubleHashes: [] }
  }

  /** Adds a rule. Rules are added in the order of their lines. */
  add (matcher: RuleMatcher, action: RuleAction): void {
    if ('doubleHashes' in matcher) {
      for (const { code, subject } of matcher.doubleHashes) {
        this.table.set(this.#hash.start().add(subject).key(), action)

        if (!this.kinds.doubleHashes.includes(code)) {
          this.kinds.doubleHashes.push(code)
        }
      }

      return
    }

    const { subject, path, isPrefix } = matcher
    this.kinds.hasPrefixes ||= isPrefix
    this.table.set(this.#hash.start().add(subject).addUnit(isPrefix ? BEGINNING : WHOLE).add(path).key(), action)
  }

  /** Returns the rule that decides on a content, a block or an exception to one; undefined if none matches. */
  match (content: CheckedContent): RuleAction | undefined {
    let last: RuleAction | undefined

    const look = (): void => {
      const found = this.table.get(this.#hash.key())

      if (found != null && !(last != null && last.line >= found.line)) {
        last = found
      }
    }

    const { subject, path } = content
    this.#hash.start().add(subject).addUnit(WHOLE).add(path)
    look()

    if (this.kinds.hasPrefixes) {
      this.#hash.start().add(subject).addUnit(BEGINNING)
      look()

      for (let i = 0; i < path.length; i++) {
        this.#hash.addUnit(path.charCodeAt(i))
        look()
      }
    }

    for (const hash of this.#doubleHashes()) {
      this.#hash.start().add(content.doubleHash(hash))
      look()
    }

    return last
  }

  #doubleHashes (): readonly DoubleHash[] {
    const { doubleHashes } = this.kinds
    return doubleHashes.includes(HASH.sha2_256) ? [...doubleHashes, 'legacy'] : doubleHashes
  }
}
