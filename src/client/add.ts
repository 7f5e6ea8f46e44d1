import { addedRoot } from './added-root.ts'
import type { Added, AddEvent } from './added-root.ts'
import { blobSize } from './blob-size.ts'
import { FILE_CHANGED } from '../port/command-call.ts'
import { FileChangedError } from './errors.ts'
import { rpc, rpcDone, rpcStream } from './rpc.ts'
import type { UploadFile } from './upload-file.ts'

/** A file, or (without content) an empty directory, at its place in what is added. */
export interface AddEntry extends UploadFile {
  content?: Blob
  /** when it was changed last: kept with the content, which has another CID by that than without */
  mtime?: Date
}

export interface AddOptions {
  pin?: boolean
  /** the pin's name, at most 255 bytes of UTF-8 */
  pinName?: string
  /** put all entries into one directory */
  wrap?: boolean
  /** where the one root goes in the mutable files, as `/photos/a.jpg`; its folder has to be there, and nothing of its name */
  toFiles?: string
  /** called with the bytes stored so far, of all entries together, and how many files are stored whole */
  onProgress?: (storedBytes: number, storedFiles: number) => void
  signal?: AbortSignal
}

/**
 * Stores files and directories. The entries should have one common root (a file,
 * or one directory), or be wrapped; the result is that root.
 *
 * Aborting leaves nothing behind. Neither does a file that changes meanwhile:
 * Chromium sends the shortened rest of such a file as if it were the whole
 * (seen in version 156), so what was stored is compared with what was chosen.
 *
 * @throws FileChangedError, or as `rpcStream` does
 * @example
 * ```ts
 * const { cid } = await add([{ path: 'hi.txt', content: new Blob(['hi']) }])
 * image.src = `/ipfs/${cid}`
 * ```
 */
export async function add (entries: AddEntry[], { pin = true, pinName, wrap = false, toFiles, onProgress, signal }: AddOptions = {}): Promise<Added> {
  const events = rpcStream<AddEvent>('add', {
    options: {
      'cid-version': 1,
      pin,
      'pin-name': pin ? pinName : undefined,
      'wrap-with-directory': wrap ? true : undefined,
      'to-files': toFiles,
      'preserve-mtime': entries.some(({ mtime }) => mtime != null) ? true : undefined,
      progress: true
    },
    files: entries,
    signal
  })
  const { root, total } = await addedRoot(events, onProgress).catch((err: Error) => {
    throw err.name === 'RpcError' && err.message === FILE_CHANGED ? new FileChangedError(FILE_CHANGED) : err
  })

  if (total !== entries.reduce((sum, { content }) => sum + (content == null ? 0 : blobSize(content)), 0)) {
    if (pin) await rpc('pin/rm', { args: [root.cid] })
    if (toFiles != null) await rpcDone('files/rm', { args: [toFiles], options: { recursive: true } })
    throw new FileChangedError(FILE_CHANGED)
  }
  return root
}
