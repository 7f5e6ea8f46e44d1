import type { KeepFileAnswer, KeptFileAnswer } from '../../src/client/protocol/messages.ts'
import type { LazyNode } from '../node/lazy-node.ts'
import type { PickedFiles } from '../storage/picked-files.ts'

/**
 * Stores a file handle from a page. Holds the node open, because the database of file handles shares its log with the
 * node, and the node must check that log before any write. Never rejects.
 */
export async function answerKeepFile (
  lazy: Pick<LazyNode, 'hold'>,
  files: Pick<PickedFiles, 'keep'>,
  file: FileSystemFileHandle
): Promise<KeepFileAnswer> {
  try {
    return { type: 'keep-file', path: await lazy.hold(async () => await files.keep(file)) }
  } catch (err) {
    return { type: 'keep-file', error: (err as Error).message }
  }
}

/** Returns a stored file handle, so that a page can ask the user for permission. Never rejects. */
export async function answerKeptFile (
  lazy: Pick<LazyNode, 'hold'>,
  files: Pick<PickedFiles, 'handle'>,
  path: unknown
): Promise<KeptFileAnswer> {
  return {
    type: 'kept-file',
    file: await lazy.hold(async () => await files.handle(String(path))).catch(() => undefined)
  }
}
