import { Pauses } from '../body/page-pauses.ts'
import { AnswerCutError } from '../protocol/errors.ts'

/** An event of the command `add`. */
export interface AddEvent {
  Name: string
  Hash?: string
  Bytes?: number
}

export interface Added {
  cid: string
  /** name as reported by the node; empty for a wrapping directory */
  name: string
}

/**
 * Reads the answer of `add` to its end. Yields to the page regularly, because thousands of files send hundreds of lines
 * at once.
 *
 * @param onProgress - called with the bytes stored so far, of all entries together, and the number of completely stored
 *   files
 * @returns the root, which is sent last, and the total bytes of all files
 * @throws AnswerCutError if there is no root
 * @throws the errors of the events
 */
export async function addedRoot (
  events: AsyncIterable<AddEvent>,
  onProgress?: (storedBytes: number, storedFiles: number) => void
): Promise<{ root: Added; total: number }> {
  const stored = new Map<string, number>()
  let total = 0
  let files = 0
  let root: Added | undefined
  const pauses = new Pauses()

  for await (const { Name, Hash, Bytes = 0 } of events) {
    if (Hash !== undefined) {
      root = { cid: Hash, name: Name }
      // A directory reports no bytes.
      if (stored.has(Name)) {
        files++
      }
    } else {
      total += Bytes - (stored.get(Name) ?? 0)
      stored.set(Name, Bytes)
      onProgress?.(total, files)
    }

    if (pauses.due) {
      await pauses.take()
    }
  }

  if (root == null) {
    throw new AnswerCutError()
  }

  return { root, total }
}
