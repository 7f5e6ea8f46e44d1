import { AnswerCutError } from './errors.ts'
import { Pauses } from './pauses.ts'

/** What the node tells while it adds. */
export interface AddEvent { Name: string, Hash?: string, Bytes?: number }

export interface Added {
  cid: string
  /** as the node names it; empty for a wrapping directory */
  name: string
}

/**
 * Reads the answer of `add` to its end. Of thousands of files hundreds of lines come at once: the page is free in between.
 *
 * @param onProgress - called with the bytes stored so far, of all entries together, and how many files are stored whole
 * @returns the root, which comes last, and the bytes of all files
 * @throws AnswerCutError, and what the events throw
 */
export async function addedRoot (events: AsyncIterable<AddEvent>, onProgress?: (storedBytes: number, storedFiles: number) => void): Promise<{ root: Added, total: number }> {
  const stored = new Map<string, number>()
  let total = 0
  let files = 0
  let root: Added | undefined
  const pauses = new Pauses()

  for await (const { Name, Hash, Bytes = 0 } of events) {
    if (Hash !== undefined) {
      root = { cid: Hash, name: Name }
      // of a directory there are no bytes
      if (stored.has(Name)) files++
    } else {
      total += Bytes - (stored.get(Name) ?? 0)
      stored.set(Name, Bytes)
      onProgress?.(total, files)
    }

    if (pauses.due) await pauses.take()
  }

  if (root == null) {
    throw new AnswerCutError()
  }

  return { root, total }
}
