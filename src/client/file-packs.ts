import { DIRECTORY_SIZE } from '../port/command-call.ts'
import type { FilePack } from '../port/command-call.ts'
import { blobSize } from './blob-size.ts'
import { Pauses } from './pauses.ts'
import type { UploadFile } from './upload-file.ts'

/** Files of a pack: so few that making a Blob of them takes no time that a person could notice. */
const PACK_FILES = 128
/** A large file goes for itself, and needs no other Blob around it. */
const LARGE_BYTES = 1024 * 1024

/**
 * Files as few Blobs with a list of what is in them. Nothing is read here: the worker reads each Blob from its beginning to its end,
 * past the page. The page's thread is free between one pack and the next.
 */
export async function filePacks (files: readonly UploadFile[], { signal }: { signal?: AbortSignal } = {}): Promise<FilePack[]> {
  const packs: FilePack[] = []
  let open: UploadFile[] = []
  // the disk may be asked for each size
  const pauses = new Pauses(nextTask)

  const close = (): void => {
    if (open.length > 0) {
      packs.push(packOf(open))
      open = []
    }
  }

  for (const file of files) {
    const isLarge = sizeOf(file) >= LARGE_BYTES
    if (isLarge) close()
    open.push(file)
    if (open.length >= PACK_FILES || isLarge) close()

    if (open.length === 0 || pauses.due) {
      await pauses.take()
      signal?.throwIfAborted()
    }
  }

  close()
  return packs
}

function packOf (files: UploadFile[]): FilePack {
  const [{ content }] = files

  return {
    bytes: files.length === 1 && content != null ? alone(content) : new Blob(files.map(({ content }) => content ?? new Uint8Array(0)) as BlobPart[]),
    paths: files.map(({ path }) => path).join('\0'),
    sizes: Float64Array.from(files, (file) => file.content == null ? DIRECTORY_SIZE : sizeOf(file))
  }
}

/** A view would take all of its buffer along. */
function alone (content: Blob | Uint8Array): Blob | Uint8Array {
  return content instanceof Blob ? content : content.slice()
}

function sizeOf ({ content }: UploadFile): number {
  return content == null ? 0 : content instanceof Blob ? blobSize(content) : content.byteLength
}

/** By a message: timers of pages in the background wait for up to a minute. */
async function nextTask (): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
}
