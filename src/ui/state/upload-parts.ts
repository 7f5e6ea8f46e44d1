import type { Part } from '../lib/percent-of.ts'
import { isActive, uploads } from './uploads.ts'

const together = new Map<number, Part>()

/**
 * How far the uploads are since there was none under way: one that is done counts until all are, wherever it is shown then, so
 * that what is said of all never goes back. To be asked at each change of them.
 */
export function uploadParts (): Part[] {
  for (const upload of uploads.value) {
    const { id, status, storedBytes, picked: { totalBytes } } = upload
    if (isActive(upload)) together.set(id, { done: storedBytes, total: totalBytes })
    else if (status !== 'done') together.delete(id)
    else if (together.has(id)) together.set(id, { done: totalBytes, total: totalBytes })
  }
  if (!uploads.value.some(isActive)) together.clear()
  return [...together.values()]
}
