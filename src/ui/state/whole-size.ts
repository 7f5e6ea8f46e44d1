import { ask } from './ask.ts'

/** Bytes of a content with all its blocks, as its top block says, which is here; blocks that come twice count twice. @throws as `ask` does, for what is no file or folder too */
export async function wholeSize (path: string, { signal }: { signal: AbortSignal }): Promise<number> {
  return (await ask<{ CumulativeSize: number }>('files/stat', { args: [path], options: { offline: true }, signal })).CumulativeSize
}
