import { defineError } from '../errors/define-error.ts'
import type { BlockState } from './verify-blocks.ts'

/** Thrown if corrupt blocks remain after a check. Each of them was reported. */
export class CorruptBlocksError extends defineError('CorruptBlocksError') {}

/** Counts the states of verified blocks, and summarizes them at the end (Kubo `core/commands/repo.go`). */
export class VerifySummary {
  readonly #counts = {
    valid: 0,
    corrupt: 0,
    removed: 0,
    'remove failed': 0,
    healed: 0,
    'heal failed': 0
  } satisfies Record<BlockState, number>

  count (state: BlockState): void {
    this.#counts[state]++
  }

  /**
   * Returns the summary.
   *
   * @throws an Error with the summary if corrupt blocks remain, or could not be fetched again
   */
  end (): string {
    const { corrupt, removed, healed, 'remove failed': removeFailed, 'heal failed': healFailed } = this.#counts
    const gone = removed + healed + healFailed
    const found = corrupt + gone + removeFailed

    if (found === 0) {
      return 'verify complete, all blocks validated.'
    }

    const parts: Array<[number, string]> = [[gone, 'removed'], [removeFailed, 'failed to remove'], [healed, 'healed'], [
      healFailed,
      'failed to heal'
    ]]
    const text = `verify complete, ${found} blocks corrupt${
      parts.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`).join('')
    }`

    if (corrupt + removeFailed + healFailed > 0) {
      throw new CorruptBlocksError(text)
    }

    return text
  }
}
