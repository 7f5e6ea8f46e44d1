import { addedRoot } from './added-root.ts'
import type { Added, AddEvent } from './added-root.ts'
import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import { FileChangedError, FileNotKeptError } from './errors.ts'
import { rpc, rpcStream } from './rpc.ts'

export interface AddReferenceOptions {
  pin?: boolean
  /** the pin's name, at most 255 bytes of UTF-8 */
  pinName?: string
  /** called with the bytes read so far */
  onProgress?: (readBytes: number) => void
  timeoutMs?: number
  signal?: AbortSignal
}

/** For the worker to take the handle; opening a database may have to wait for another tab. */
const TIMEOUT_MS = 60_000

/** A Blob's type is in lower case. */
const BOUNDARY = 'swipfs-reference-7d0b1c'

/**
 * Adds a file that stays where it is: the node keeps where each block lies in it and no copy, reads the file when the content is
 * wanted, and compares its hashes. A file that changes or goes is found out then, and by `filestore/verify`. Needs the setting
 * `Experimental.FilestoreEnabled` at the start of the node, and a browser that gives handles of files.
 *
 * @param handle - as `showOpenFilePicker` gives it, or of the origin private file system
 * @throws FileNotKeptError; FileChangedError when it changes while it is read; as `rpcStream` does
 * @example
 * ```ts
 * const [handle] = await showOpenFilePicker()
 * const { cid } = await addReference(handle)
 * ```
 */
export async function addReference (handle: FileSystemFileHandle, { pin = true, pinName, onProgress, timeoutMs = TIMEOUT_MS, signal }: AddReferenceOptions = {}): Promise<Added> {
  const { path, error } = await askWorker(await controller({ timeoutMs, signal }), { type: 'keep-file', file: handle }, { timeoutMs, signal })

  if (path == null) {
    throw new FileNotKeptError(error)
  }

  const file = await handle.getFile()
  const events = rpcStream<AddEvent>('add', { options: { nocopy: true, 'cid-version': 1, pin, 'pin-name': pin ? pinName : undefined, progress: true }, body: referenceBody(file, path), signal })
  const { root, total } = await addedRoot(events, onProgress)

  if (total !== file.size) {
    if (pin) await rpc('pin/rm', { args: [root.cid] })
    throw new FileChangedError('the file changed while it was read')
  }

  return root
}

/** A form cannot say where a file lies (`Abspath`), so this one is written by hand; the file is read when it is sent. */
function referenceBody (file: File, path: string): Blob {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${encodeURIComponent(file.name)}"\r\nContent-Type: application/octet-stream\r\nAbspath: ${path}\r\n\r\n`
  return new Blob([head, file, `\r\n--${BOUNDARY}--\r\n`], { type: `multipart/form-data; boundary=${BOUNDARY}` })
}
