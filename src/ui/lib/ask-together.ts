export interface AskTogether<T> {
  /** asks of some in one go; fails for all where it fails for one */
  ask: (group: readonly T[]) => Promise<void>
  /** told of a failure, of one or of several. @returns how to go on with several, where at all */
  failed: (err: unknown, group: readonly T[]) => 'halves' | 'each' | 'end'
}

/** Asks of many, one question after another and as few as can be: one where it does not fail, and otherwise those that find for which it does. */
export async function askTogether<T> (all: readonly T[], { ask, failed }: AskTogether<T>): Promise<void> {
  const groups = all.length === 0 ? [] : [all]

  for (let group = groups.pop(); group != null; group = groups.pop()) {
    try {
      await ask(group)
    } catch (err) {
      const how = failed(err, group)
      if (how === 'end') return
      if (group.length === 1) continue
      const half = Math.ceil(group.length / 2)
      groups.push(...how === 'halves' ? [group.slice(half), group.slice(0, half)] : group.map((one) => [one]).reverse())
    }
  }
}
