import { DIRECTORY_SIZE } from '../../port/command-call.ts'
import type { FilePack } from '../../port/command-call.ts'
import { blobSize } from '../body/blob-size.ts'
import { Pauses } from '../body/page-pauses.ts'
import type { UploadFile } from './upload-form.ts'

/** Maximum files of a pack, so that making a Blob of them does not delay the page noticeably. */
const PACK_FILES = 128
/** Size from which a file is sent alone, without a combined Blob. */
const LARGE_BYTES = 1024 * 1024
/** Maximum bytes of a list of files. The worker reads a list completely, and holds it and the next one in memory. */
const LIST_BYTES = 4 * LARGE_BYTES
/** Maximum number of files in lists. Each is a separate value of the message, and all are serialized in one task. */
const MAX_LISTED = 10_000
const EMPTY = new Blob()

/**
 * Packs files for a message, each pack with a list of its files. Reads nothing: the worker reads the files without the
 * page. Yields to the page between packs.
 *
 * @param lists - whether the worker takes lists of files, and not only one Blob per pack; combining 128 files from disk
 *   into a Blob takes Chromium 10 to 100 ms
 */
export async function filePacks (
  files: readonly UploadFile[],
  { lists = false, signal }: { lists?: boolean; signal?: AbortSignal } = {}
): Promise<FilePack[]> {
  const packs: FilePack[] = []
  let open: UploadFile[] = []
  let openBytes = 0
  let listed = 0
  // Each size may require a disk access.
  const pauses = new Pauses()

  const close = (): void => {
    if (open.length > 0) {
      const asList = lists && listed + open.length <= MAX_LISTED && open.length > 1 &&
        open.every(({ content }) => !(content instanceof Uint8Array))
      packs.push(packOf(open, asList))
      if (asList) {
        listed += open.length
      }
      open = []
      openBytes = 0
    }
  }

  for (const file of files) {
    const size = contentSize(file)
    const isLarge = size >= LARGE_BYTES
    if (isLarge || openBytes + size > LIST_BYTES) {
      close()
    }
    open.push(file)
    openBytes += size
    if (open.length >= PACK_FILES || isLarge) {
      close()
    }

    if (open.length === 0 || pauses.due) {
      await pauses.take()
      signal?.throwIfAborted()
    }
  }

  close()
  return packs
}

function packOf (files: UploadFile[], asList: boolean): FilePack {
  return {
    bytes: asList ? files.map(({ content }) => content instanceof Blob ? content : EMPTY) : packBytes(files),
    paths: files.map(({ path }) => path).join('\0'),
    sizes: Float64Array.from(files, (file) => file.content == null ? DIRECTORY_SIZE : contentSize(file)),
    ...files.some(({ mtime }) => mtime != null)
      ? { times: Float64Array.from(files, ({ mtime }) => mtime?.getTime() ?? NaN) }
      : {}
  }
}

/** Copies a view, because sending it would send its whole buffer. */
function packBytes (files: UploadFile[]): Blob | Uint8Array {
  const [{ content }] = files
  return files.length === 1 && content != null
    ? detachContent(content)
    : new Blob(files.map(({ content }) => content ?? new Uint8Array(0)) as BlobPart[])
}

function detachContent (content: Blob | Uint8Array): Blob | Uint8Array {
  return content instanceof Blob ? content : content.slice()
}

function contentSize ({ content }: UploadFile): number {
  if (content == null) {
    return 0
  }

  return content instanceof Blob ? blobSize(content) : content.byteLength
}
