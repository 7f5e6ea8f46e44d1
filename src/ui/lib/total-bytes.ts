import { blobSize } from '../../client/blob-size.ts'
import type { AddEntry } from '../../client/index.ts'
import type { Pauses } from '../../client/pauses.ts'

/** Bytes of all: the disk is asked for each, and the page is free in between. */
export async function totalBytes (entries: readonly AddEntry[], pauses: Pauses): Promise<number> {
  let sum = 0

  for (const { content } of entries) {
    sum += content == null ? 0 : blobSize(content)
    if (pauses.due) await pauses.take()
  }

  return sum
}
