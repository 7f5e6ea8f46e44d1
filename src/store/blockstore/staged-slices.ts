import type { BlobContent, TakenBlob } from '../../bytes/blobs/blob-content.ts'
import { restAsBlob } from '../../bytes/blobs/rest-as-blob.ts'
import { isError, QUOTA_EXCEEDED } from '../../errors/define-error.ts'
import type { StagedBytes, StagingSession } from './capabilities.ts'

/** Smaller contents are not staged but written with other blocks. */
export const MIN_STAGED_BYTES = 1024 * 1024

/** The default size of a slice: the size of the segments that the store writes itself. */
export const SLICE_BYTES = 8 * 1024 * 1024

/**
 * The maximum number of slices that are being staged, or are staged and wait to be read. Half of them are requested at
 * once, because the store is faster with several together.
 */
const AHEAD = 8

export interface StagedSlicesOptions {
  /** The size of a slice in bytes; the last one may be shorter. */
  sliceBytes?: number
  /** Contents shorter than this are not taken as a whole. */
  minBytes?: number
  signal?: AbortSignal
}

/**
 * Yields the bytes of a content in slices, each of which is stored (staged) before it is read. The next slices are
 * staged while one is processed. Stages all of a content that is in a Blob, the rest of a content that turns out to end
 * in a Blob, and nothing of other contents.
 *
 * @param stage - of a write session
 * @throws QuotaExceededError, read errors, the signal's reason
 */
export function stagedSlices (
  content: BlobContent,
  stage: StagingSession['stage'],
  { sliceBytes = SLICE_BYTES, minBytes = MIN_STAGED_BYTES, signal }: StagedSlicesOptions
): AsyncIterable<Uint8Array> {
  const taken = content.takeBlob?.(minBytes)
  const some = (taken: TakenBlob, ahead: number): AsyncGenerator<Uint8Array> =>
    blobSlices(taken, stage, ahead, { sliceBytes, signal })
  // A content that may end at any byte is staged no further than it was read.
  return taken == null
    ? restAsBlob(content, sliceBytes, MIN_STAGED_BYTES, (rest) => rest.until(some(rest, 1)))
    : some(taken, AHEAD)
}

/** A part of the content that is being staged. */
interface Slice {
  slice: Blob
  kept: Promise<StagedBytes | undefined>
  bytes?: Promise<Uint8Array | undefined>
}

async function* blobSlices (
  { blob, read }: TakenBlob,
  stage: StagingSession['stage'],
  ahead: number,
  { sliceBytes, signal }: { sliceBytes: number; signal?: AbortSignal }
): AsyncGenerator<Uint8Array> {
  const coming: Slice[] = []
  let at = 0

  try {
    while (at < blob.size || coming.length > 0) {
      if (coming.length <= ahead / 2) {
        for (; at < blob.size && coming.length < ahead; at += sliceBytes) {
          const slice = blob.slice(at, at + sliceBytes)
          const kept = stage(slice)
          kept.catch(() => {})
          coming.push({ slice, kept })
        }
      }

      const next = coming.shift()!
      const reading = readKept(next)

      // Reads one slice ahead, and no more: each is as long as a segment.
      if (coming.length > 0) {
        readKept(coming[0]).catch(() => {})
      }

      const bytes = await reading.catch(unlessFull)
      ahead = Math.min(AHEAD, ahead + 1)
      signal?.throwIfAborted()

      if (bytes == null) {
        yield* read(next.slice)
      } else {
        yield bytes
      }
    }

    // Browsers only report that a File has changed when it is read, and stage its current bytes. If it changed
    // meanwhile, the staged bytes are a mix of both versions. Reading it again throws.
    for await (const _ of read(blob.slice(0, 1)));
  } finally {
    // Running stages must end before the caller rolls back.
    await Promise.allSettled(coming.map(({ kept }) => kept))
  }
}

function readKept (slice: Slice): Promise<Uint8Array | undefined> {
  return slice.bytes ??= slice.kept.then(async (kept) => await kept?.())
}

/** Ignores other errors: an unreadable slice throws its own error when it is read. */
function unlessFull (err: Error): undefined {
  if (isError(err, QUOTA_EXCEEDED)) {
    throw err
  }
}
