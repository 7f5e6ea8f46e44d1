import { askNode } from '../../client/ask-node.ts'

/**
 * Returns the total bytes of a content, as stated by its local root block; repeated blocks count repeatedly.
 *
 * @throws see `askNode`, also for content that is no file or folder
 */
export async function wholeSize (path: string, { signal }: { signal: AbortSignal }): Promise<number> {
  return (await askNode<{ CumulativeSize: number }>('files/stat', { args: [path], options: { offline: true }, signal }))
    .CumulativeSize
}
