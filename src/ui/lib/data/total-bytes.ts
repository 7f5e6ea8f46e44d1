import { blobSize } from '../../../client/body/blob-size.ts'
import type { Pauses } from '../../../client/body/page-pauses.ts'
import type { AddEntry } from '../../../client/index.ts'

/** Returns the total size. Yields to the page in between, because the disk is asked for each file. */
export async function totalBytes (entries: readonly AddEntry[], pauses: Pauses): Promise<number> {
  let sum = 0

  for (const { content } of entries) {
    sum += content == null ? 0 : blobSize(content)
    if (pauses.due) {
      await pauses.take()
    }
  }

  return sum
}
