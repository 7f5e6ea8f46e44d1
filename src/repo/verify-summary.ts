import type { BlockState } from './verify-blocks.ts'

/** Corrupt blocks are left in the repo after a check, each of which was reported. */
export class CorruptBlocksError extends Error {
  static override name = 'CorruptBlocksError'
  override name = 'CorruptBlocksError'
}

/** Counts what became of blocks and says so at the end (Kubo `core/commands/repo.go`). */
export class VerifySummary {
  readonly #counts = { valid: 0, corrupt: 0, removed: 0, 'remove failed': 0, healed: 0, 'heal failed': 0 } satisfies Record<BlockState, number>

  count (state: BlockState): void {
    this.#counts[state]++
  }

  /** @throws an Error with the same words when corrupt blocks are left, or could not be fetched again */
  end (): string {
    const { corrupt, removed, healed, 'remove failed': removeFailed, 'heal failed': healFailed } = this.#counts
    const gone = removed + healed + healFailed
    const found = corrupt + gone + removeFailed

    if (found === 0) {
      return 'verify complete, all blocks validated.'
    }

    const parts: Array<[number, string]> = [[gone, 'removed'], [removeFailed, 'failed to remove'], [healed, 'healed'], [healFailed, 'failed to heal']]
    const text = `verify complete, ${found} blocks corrupt${parts.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`).join('')}`

    if (corrupt + removeFailed + healFailed > 0) {
      throw new CorruptBlocksError(text)
    }

    return text
  }
}
