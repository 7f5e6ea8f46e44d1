import type { KeepFileAnswer } from '../src/client/messages.ts'
import type { PickedFiles } from './picked-files.ts'

/** Keeps a file that a page has handed over. Never rejects. */
export async function answerKeepFile (files: Pick<PickedFiles, 'keep'>, file: FileSystemFileHandle): Promise<KeepFileAnswer> {
  try {
    return { type: 'keep-file', path: await files.keep(file) }
  } catch (err) {
    return { type: 'keep-file', error: (err as Error).message }
  }
}
