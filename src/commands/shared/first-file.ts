import type { Upload } from '../../rpc/argument.ts'
import { toBytes } from '../../bytes/to-bytes.ts'

/**
 * The whole content of the first file of an upload; of a symlink its target (Kubo `cmdenv/file.go`).
 *
 * @throws an Error with Kubo's words when there is none or it is a directory
 */
export async function firstFile (files: Upload, signal: AbortSignal): Promise<Uint8Array> {
  for await (const { kind, content, target } of files) {
    switch (kind) {
      case 'file': return await toBytes(content, signal)
      case 'symlink': return new TextEncoder().encode(target)
      case 'directory': throw new Error('file argument was nil')
    }
  }

  throw new Error('expected a file argument')
}
