/**
 * Tracks in memory which open write sessions own a block, for stores that can keep this in memory.
 *
 * A session becomes an owner when it puts a block that was missing, or is owned by other sessions. The ownership ends
 * when an owner commits, or a plain put adds the block. A block without owners belongs to the store.
 */
export class SessionOwners<Session extends object> {
  readonly #owners = new Map<string, Set<Session>>()
  readonly #blocks = new Map<Session, Set<string>>()

  /** Returns the sessions that own a block. */
  of (key: string): Session[] {
    return [...this.#owners.get(key) ?? []]
  }

  /** Returns the blocks that a session owns. */
  blocksOf (session: Session): string[] {
    return [...this.#blocks.get(session) ?? []]
  }

  /**
   * Records that a session put a block.
   *
   * @param present - whether the block was in the store before
   * @returns whether the session is an owner now; a block that already belonged to the store has none
   */
  put (key: string, session: Session, present: boolean): boolean {
    const owners = this.#owners.get(key)

    if (present && owners == null) {
      return false
    }

    addToSet(this.#owners, key, session)
    addToSet(this.#blocks, session, key)
    return true
  }

  /**
   * Ends the ownership of a block: it belongs to the store from now on, or is deleted.
   *
   * @returns the sessions that owned it
   */
  disown (key: string): Session[] {
    const owners = this.of(key)
    owners.forEach((session) => {
      this.#drop(key, session)
    })
    return owners
  }

  /**
   * Removes one owner.
   *
   * @returns whether it was the last, so that the block must be deleted
   */
  release (key: string, session: Session): boolean {
    return this.#drop(key, session)
  }

  #drop (key: string, session: Session): boolean {
    const owners = this.#owners.get(key)

    if (owners?.delete(session) !== true) {
      return false
    }

    const blocks = this.#blocks.get(session)
    blocks?.delete(key)

    if (blocks?.size === 0) {
      this.#blocks.delete(session)
    }

    if (owners.size > 0) {
      return false
    }

    this.#owners.delete(key)
    return true
  }
}

function addToSet<K, V> (sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key)

  if (set == null) {
    sets.set(key, new Set([value]))
  } else {
    set.add(value)
  }
}
