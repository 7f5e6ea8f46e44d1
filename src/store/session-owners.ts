/**
 * Which blocks still hang on open write sessions, for the stores that can keep this in memory.
 *
 * A block has owners from the first put by a session into an empty place until a session that put it commits or a plain
 * put takes it. A block without owners belongs to the store.
 */
export class SessionOwners<Session extends object> {
  readonly #owners = new Map<string, Set<Session>>()
  readonly #blocks = new Map<Session, Set<string>>()

  /** The sessions that a block hangs on. */
  of (key: string): Session[] {
    return [...this.#owners.get(key) ?? []]
  }

  /** The blocks that hang on a session. */
  blocksOf (session: Session): string[] {
    return [...this.#blocks.get(session) ?? []]
  }

  /**
   * Notes that a session put a block. `present` says whether the block was in the store before.
   *
   * @returns whether the session is an owner now; a block that already belonged to the store has none
   */
  put (key: string, session: Session, present: boolean): boolean {
    const owners = this.#owners.get(key)

    if (present && owners == null) {
      return false
    }

    add(this.#owners, key, session)
    add(this.#blocks, session, key)
    return true
  }

  /** The block belongs to the store from now on, or is gone. @returns the sessions that it hung on */
  settle (key: string): Session[] {
    const owners = this.of(key)
    owners.forEach((session) => { this.#drop(key, session) })
    return owners
  }

  /** Forgets one owner. @returns whether it was the last, so that the block has to go */
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

function add<K, V> (sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key)

  if (set == null) {
    sets.set(key, new Set([value]))
  } else {
    set.add(value)
  }
}
