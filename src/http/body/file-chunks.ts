import { defineError } from '../../errors/define-error.ts'
import { FILE_CHANGED } from '../../port/command-call.ts'
import { blobChunks } from './body-chunks.ts'

/** A file that was handed over could not be read as it was then. */
export class FileChangedError extends defineError('FileChangedError') {
  constructor (cause?: unknown) {
    super(FILE_CHANGED, { cause })
  }
}

/**
 * The bytes of a Blob that was whole. It cannot be read for one reason alone; browsers say it in many ways (a
 * NotReadableError, a NotFoundError, a TypeError "network error").
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
