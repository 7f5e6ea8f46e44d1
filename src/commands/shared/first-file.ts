import type { Upload } from '../../rpc/argument.ts'
import { entryBytes } from './entry-bytes.ts'

/**
 * The whole content of the first file of an upload; of a symlink its target (Kubo `cmdenv/file.go`).
 *
 * @throws an Error with Kubo's words when there is none or it is a directory
 */
export async function firstFile (files: Upload, signal: AbortSignal): Promise<Uint8Array> {
  for await (const entry of files) {
    const bytes = await entryBytes(entry, signal)

    if (bytes == null) {
      throw new Error('file argument was nil')
    }

    return bytes
  }

  throw new Error('expected a file argument')
}
