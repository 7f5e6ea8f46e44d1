import type { Upload } from '../../rpc/command/argument.ts'
import { entryBytes } from './entry-bytes.ts'

/** Limit of content that is held in memory as a whole. Kubo has none. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Reads the whole content of the first file of an upload, or the target of a symlink (Kubo `cmdenv/file.go`).
 *
 * @throws an Error with Kubo's message if there is none or it is a directory, and one if it exceeds 8 MiB
 */
export async function firstFile (files: Upload, signal: AbortSignal): Promise<Uint8Array> {
  for await (const entry of files) {
    const bytes = await entryBytes(entry, {
      signal,
      maxBytes: MAX_BYTES,
      tooLarge: () => new Error(`the file is over ${MAX_BYTES / 1024 / 1024}MiB`)
    })

    if (bytes == null) {
      throw new Error('file argument was nil')
    }

    return bytes
  }

  throw new Error('expected a file argument')
}
