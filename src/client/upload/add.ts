import { isError } from '../../errors/define-error.ts'
import { FILE_CHANGED } from '../../port/command-call.ts'
import { blobSize } from '../body/blob-size.ts'
import { FileChangedError, RpcError } from '../protocol/errors.ts'
import { rpc, rpcDone, rpcStream } from '../rpc/rpc.ts'
import type { UploadFile } from '../rpc/upload-form.ts'
import { addedRoot } from './added-root.ts'
import type { Added, AddEvent } from './added-root.ts'

/** A file with its path, or an empty directory if it has no content. */
export interface AddEntry extends UploadFile {
  content?: Blob
  /** modification time, stored with the content; it changes the CID */
  mtime?: Date
}

export interface AddOptions {
  pin?: boolean
  /** name of the pin, at most 255 bytes of UTF-8 */
  pinName?: string
  /** whether to wrap all entries in one directory */
  wrap?: boolean
  /** path for the root in the mutable files, such as `/photos/a.jpg`; its folder must exist, and the path must not */
  toFiles?: string
  /** called with the bytes stored so far, of all entries together, and the number of completely stored files */
  onProgress?: (storedBytes: number, storedFiles: number) => void
  signal?: AbortSignal
}

/**
 * Stores files and directories. The entries must have one common root (a file, or one directory), or be wrapped.
 * Returns that root.
 *
 * If it is aborted, or a file changes meanwhile, nothing is stored. Chromium sends the shortened rest of a changed file
 * as if it were complete, so the stored size is compared with the selected file.
 *
 * @throws FileChangedError if a file changed
 * @throws the errors of `rpcStream`
 * @example
 * ```ts
 * const { cid } = await add([{ path: 'hi.txt', content: new Blob(['hi']) }])
 * image.src = `/ipfs/${cid}`
 * ```
 */
export async function add (
  entries: AddEntry[],
  { pin = true, pinName, wrap = false, toFiles, onProgress, signal }: AddOptions = {}
): Promise<Added> {
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
    throw isError(err, RpcError) && err.message === FILE_CHANGED ? new FileChangedError(FILE_CHANGED) : err
  })

  if (total !== entries.reduce((sum, { content }) => sum + (content == null ? 0 : blobSize(content)), 0)) {
    if (pin) {
      await rpc('pin/rm', { args: [root.cid] })
    }
    if (toFiles != null) {
      await rpcDone('files/rm', { args: [toFiles], options: { recursive: true } })
    }
    throw new FileChangedError(FILE_CHANGED)
  }
  return root
}
