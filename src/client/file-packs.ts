import { DIRECTORY_SIZE } from '../port/command-call.ts'
import type { FilePack } from '../port/command-call.ts'
import { blobSize } from './blob-size.ts'
import { Pauses } from './pauses.ts'
import type { UploadFile } from './upload-file.ts'

/** Files of a pack: so few that making a Blob of them takes no time that a person could notice. */
const PACK_FILES = 128
/** A large file goes for itself, and needs no other Blob around it. */
const LARGE_BYTES = 1024 * 1024
/** A list of files is read whole: so much of it, and the next while it is taken, the worker has in memory. */
const LIST_BYTES = 4 * LARGE_BYTES
/** Each of a list is a value that crosses for itself, all in one task. */
const MAX_LISTED = 10_000
const EMPTY = new Blob()

/**
 * Files in packs with a list of what is in them. Nothing is read here: the worker reads them past the page. The page's thread is free
 * between one pack and the next.
 *
 * @param lists - whether the worker takes packs of files, and not of one Blob alone: to make one of 128 files of the disk takes 10 to 100 ms in Chromium
 */
export async function filePacks (files: readonly UploadFile[], { lists = false, signal }: { lists?: boolean, signal?: AbortSignal } = {}): Promise<FilePack[]> {
  const packs: FilePack[] = []
  let open: UploadFile[] = []
  let openBytes = 0
  let listed = 0
  // the disk may be asked for each size
  const pauses = new Pauses()

  const close = (): void => {
    if (open.length > 0) {
      const asList = lists && listed + open.length <= MAX_LISTED && open.length > 1 && open.every(({ content }) => !(content instanceof Uint8Array))
      packs.push(packOf(open, asList))
      if (asList) listed += open.length
      open = []
      openBytes = 0
    }
  }

  for (const file of files) {
    const size = sizeOf(file)
    const isLarge = size >= LARGE_BYTES
    if (isLarge || openBytes + size > LIST_BYTES) close()
    open.push(file)
    openBytes += size
    if (open.length >= PACK_FILES || isLarge) close()

    if (open.length === 0 || pauses.due) {
      await pauses.take()
      signal?.throwIfAborted()
    }
  }

  close()
  return packs
}

function packOf (files: UploadFile[], asList: boolean): FilePack {
  const [{ content }] = files

  return {
    bytes: asList ? files.map(({ content }) => content instanceof Blob ? content : EMPTY) : files.length === 1 && content != null ? alone(content) : new Blob(files.map(({ content }) => content ?? new Uint8Array(0)) as BlobPart[]),
    paths: files.map(({ path }) => path).join('\0'),
    sizes: Float64Array.from(files, (file) => file.content == null ? DIRECTORY_SIZE : sizeOf(file)),
    ...files.some(({ mtime }) => mtime != null) ? { times: Float64Array.from(files, ({ mtime }) => mtime?.getTime() ?? NaN) } : {}
  }
}

/** A view would take all of its buffer along. */
function alone (content: Blob | Uint8Array): Blob | Uint8Array {
  return content instanceof Blob ? content : content.slice()
}

function sizeOf ({ content }: UploadFile): number {
  return content == null ? 0 : content instanceof Blob ? blobSize(content) : content.byteLength
}
