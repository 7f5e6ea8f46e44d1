import type { Part } from '../../lib/data/percent-of.ts'
import { isActive, uploads } from './uploads.ts'

const together = new Map<number, Part>()

/**
 * Returns the progress of all uploads since the last idle time. Finished ones count until all are finished, wherever
 * they are shown, so that the total never decreases. Call it at each change of the uploads.
 */
export function uploadParts (): Part[] {
  for (const upload of uploads.value) {
    const { id, status, storedBytes, picked: { totalBytes } } = upload
    if (isActive(upload)) {
      together.set(id, { done: storedBytes, total: totalBytes })
    } else if (status !== 'done') {
      together.delete(id)
    } else if (together.has(id)) {
      together.set(id, { done: totalBytes, total: totalBytes })
    }
  }
  if (!uploads.value.some(isActive)) {
    together.clear()
  }
  return [...together.values()]
}
