export interface AskTogether<T> {
  /** requests a group at once; fails for the whole group if one of its items fails */
  ask: (group: readonly T[]) => Promise<void>
  /**
   * called with the failure of one item or a group
   *
   * @returns how to continue with a group, if at all
   */
  failed: (err: unknown, group: readonly T[]) => 'halves' | 'each' | 'end'
}

/**
 * Requests many items with as few requests as possible: a single one if it succeeds, otherwise more to find the items
 * that fail.
 */
export async function askTogether<T> (all: readonly T[], { ask, failed }: AskTogether<T>): Promise<void> {
  const groups = all.length === 0 ? [] : [all]

  for (let group = groups.pop(); group != null; group = groups.pop()) {
    try {
      await ask(group)
    } catch (err) {
      const how = failed(err, group)
      if (how === 'end') {
        return
      }
      if (group.length === 1) {
        continue
      }
      const half = Math.ceil(group.length / 2)
      groups.push(...how === 'halves' ? [group.slice(half), group.slice(0, half)] : group.map((one) => [one]).reverse())
    }
  }
}
