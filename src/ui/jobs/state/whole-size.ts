import { ask } from '../../client/ask.ts'

/**
 * Returns the total bytes of a content, as stated by its local root block; repeated blocks count repeatedly.
 *
 * @throws see `ask`, also for content that is no file or folder
 */
export async function wholeSize (path: string, { signal }: { signal: AbortSignal }): Promise<number> {
  return (await ask<{ CumulativeSize: number }>('files/stat', { args: [path], options: { offline: true }, signal }))
    .CumulativeSize
}
