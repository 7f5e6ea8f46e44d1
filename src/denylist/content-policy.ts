import type { CID } from 'multiformats/cid'
import { ContentBlockedError } from './content-blocked-error.ts'
import type { BlockedBy } from './content-blocked-error.ts'

/** A content path, as rules see it. */
export interface PathToCheck {
  namespace: string
  root: string
  /** names below the root */
  segments: readonly string[]
}

/** The rules of all denylists. */
export interface PolicyRules {
  /** Returns the rule that blocks a block; undefined if none does. */
  blockOf: (cid: CID) => BlockedBy | undefined
  /** Returns the rule that blocks a path; undefined if none does. Does not resolve it. */
  pathOf: (path: PathToCheck) => BlockedBy | undefined
}

/**
 * Decides which content a node reads, fetches and serves. It is one object for the life of a node. Without a denylist
 * it has no rules and does nothing.
 */
export class ContentPolicy {
  readonly #watchers = new Set<() => void>()
  #rules: PolicyRules | undefined

  /** the rules that apply now; undefined without denylists */
  get rules (): PolicyRules | undefined {
    return this.#rules
  }

  /** Replaces the rules. */
  apply (rules: PolicyRules | undefined): void {
    this.#rules = rules
    this.#watchers.forEach((changed) => {
      changed()
    })
  }

  /**
   * Calls back when the rules have changed.
   *
   * @param changed - must not throw
   * @returns a function that ends the calls
   */
  watch (changed: () => void): () => void {
    this.#watchers.add(changed)
    return () => {
      this.#watchers.delete(changed)
    }
  }

  /** Whether a block is blocked. */
  blocks (cid: CID): boolean {
    return this.#rules?.blockOf(cid) != null
  }

  /** @throws ContentBlockedError */
  checkBlock (cid: CID): void {
    const by = this.#rules?.blockOf(cid)

    if (by != null) {
      throw new ContentBlockedError(cid.toString(), by)
    }
  }

  /**
   * Checks a path before it is resolved.
   *
   * @throws ContentBlockedError
   */
  checkPath (path: PathToCheck): void {
    const by = this.#rules?.pathOf(path)

    if (by != null) {
      throw new ContentBlockedError(['', path.namespace, path.root, ...path.segments].join('/'), by)
    }
  }
}
