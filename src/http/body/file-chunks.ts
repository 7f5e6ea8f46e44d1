import { blobChunks } from './body-chunks.ts'
import { FileChangedError } from './file-changed-error.ts'

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
