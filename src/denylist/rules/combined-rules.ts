import type { CID } from 'multiformats/cid'
import { BLOCKED_STATUS } from '../content-blocked-error.ts'
import type { BlockedBy } from '../content-blocked-error.ts'
import type { PathToCheck, PolicyRules } from '../content-policy.ts'
import { CheckedContent } from './checked-content.ts'
import type { DenylistRules } from './denylist-rules.ts'

/** The rule that decides on a content. */
export interface DecidingRule extends BlockedBy {
  /** whether it is an exception */
  allows: boolean
}

/**
 * The rules of several lists. A later list overrides an earlier one, and within a list a later rule an earlier one
 * (specs.ipfs.tech/compact-denylist-format, "File extension, locations and order").
 */
export class CombinedRules implements PolicyRules {
  readonly #lists: ReadonlyArray<readonly [name: string, rules: DenylistRules]>

  /** @param lists - in the order of their names */
  constructor (lists: ReadonlyArray<readonly [name: string, rules: DenylistRules]>) {
    this.#lists = lists
  }

  /** Returns the rule that decides on a block; undefined if none matches. */
  decideBlock (cid: CID): DecidingRule | undefined {
    return this.#decide(CheckedContent.ofBlock(cid))
  }

  /** Returns the rule that decides on a path; undefined if none matches. */
  decidePath (path: PathToCheck): DecidingRule | undefined {
    const content = CheckedContent.ofPath(path)
    return content == null ? undefined : this.#decide(content)
  }

  blockOf (cid: CID): BlockedBy | undefined {
    return blockingRule(this.decideBlock(cid))
  }

  pathOf (path: PathToCheck): BlockedBy | undefined {
    return blockingRule(this.decidePath(path))
  }

  #decide (content: CheckedContent): DecidingRule | undefined {
    for (let i = this.#lists.length - 1; i >= 0; i--) {
      const [list, rules] = this.#lists[i]
      const found = rules.match(content)

      if (found != null) {
        return { list, line: found.line, allows: found.allows, status: found.status || BLOCKED_STATUS }
      }
    }

    return undefined
  }
}

function blockingRule (rule: DecidingRule | undefined): BlockedBy | undefined {
  return rule?.allows === true ? undefined : rule
}
