import { isError } from '../../errors/define-error.ts'
import { MultipartError } from '../../http/multipart/part-headers.ts'
import type { Upload } from '../../rpc/command/argument.ts'
import { firstFile } from '../shared/entry-bytes.ts'

/** Reads the bytes of the file argument, with Kubo's messages if there is none, or the body breaks. */
export async function readFile (files: Upload, signal: AbortSignal): Promise<Uint8Array> {
  let broken = 'access file'

  async function* watched (): Upload {
    for await (const entry of files) {
      broken = 'read file contents'
      yield entry
    }
  }

  try {
    return await firstFile(watched(), signal)
  } catch (err) {
    const { name, message } = err as Error

    if (isError(err, MultipartError)) {
      throw new Error(`failed to ${broken}: ${message}`)
    }

    throw name === Error.name ? new Error(`failed to access file: ${message}`) : err
  }
}
