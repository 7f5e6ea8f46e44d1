import type { Upload } from '../../rpc/argument.ts'
import { firstFile } from '../shared/first-file.ts'

/** The bytes of the file argument, with Kubo's words when there is none. */
export async function readFile (files: Upload, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await firstFile(files, signal)
  } catch (err) {
    throw (err as Error).name === 'Error' ? new Error(`failed to access file: ${(err as Error).message}`) : err
  }
}
