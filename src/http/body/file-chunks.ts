import { defineError } from '../../errors/define-error.ts'
import { FILE_CHANGED } from '../../port/command-call.ts'
import { blobChunks } from './body-chunks.ts'

/** A file that has changed or disappeared since it was handed over. */
export class FileChangedError extends defineError('FileChangedError') {
  constructor (cause?: unknown) {
    super(FILE_CHANGED, { cause })
  }
}

/**
 * Reads a Blob that was complete when it was handed over. Any read error means that the file has changed: browsers
 * report it in many ways (a NotReadableError, a NotFoundError, a TypeError "network error").
 *
 * @throws FileChangedError, the signal's reason
 */
export async function* fileChunks (blob: Blob, options: { signal?: AbortSignal } = {}): AsyncGenerator<Uint8Array> {
  try {
    yield* blobChunks(blob, options)
  } catch (err) {
    throw options.signal?.aborted === true ? err : new FileChangedError(err)
  }
}
