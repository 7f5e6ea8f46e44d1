import type { BlobContent, TakenBlob } from '../bytes/blob-content.ts'
import { restAsBlob } from '../bytes/rest-as-blob.ts'
import type { KeptBytes, WriteSession } from './blockstore.ts'

/** What is smaller is written with others. */
export const MIN_STAGED_BYTES = 1024 * 1024

/** Bytes of a slice, as a rule: those of a segment that the store writes itself. */
export const SLICE_BYTES = 8 * 1024 * 1024

/** Slices that are being kept, or are kept and wait to be read. Half of them are asked for at once, since the store keeps several together faster than one by one. */
const AHEAD = 8

export interface StagedSlicesOptions {
  /** bytes of a slice; the last one has what is left */
  sliceBytes?: number
  /** a content of fewer is not taken as a whole */
  minBytes?: number
  signal?: AbortSignal
}

/**
 * The bytes of a content, slice by slice, which are in the store before they are read, the next ones while one is at work on: of one that lies in a Blob all
 * of them, of one that may turn out to lie in one its rest, and of others none.
 *
 * @param stage - of a write session
 * @throws QuotaExceededError, what reading throws, the signal's reason
 */
export function stagedSlices (content: BlobContent, stage: NonNullable<WriteSession['stage']>, { sliceBytes = SLICE_BYTES, minBytes = MIN_STAGED_BYTES, signal }: StagedSlicesOptions): AsyncIterable<Uint8Array> {
  const taken = content.takeBlob?.(minBytes)
  const some = (taken: TakenBlob, ahead: number): AsyncGenerator<Uint8Array> => slices(taken, stage, ahead, { sliceBytes, signal })
  // of what may end at any byte no more than was read of it
  return taken == null ? restAsBlob(content, sliceBytes, MIN_STAGED_BYTES, (rest) => rest.until(some(rest, 1))) : some(taken, AHEAD)
}

/** A part of the content on its way into the store. */
interface Slice {
  slice: Blob
  kept: Promise<KeptBytes | undefined>
  bytes?: Promise<Uint8Array | undefined>
}

async function * slices ({ blob, read }: TakenBlob, stage: NonNullable<WriteSession['stage']>, ahead: number, { sliceBytes, signal }: { sliceBytes: number, signal?: AbortSignal }): AsyncGenerator<Uint8Array> {
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

      // the one behind it is read meanwhile, and no more: each is as long as a segment
      if (coming.length > 0) {
        readKept(coming[0]).catch(() => {})
      }

      const bytes = await reading.catch(unlessFull)
      ahead = Math.min(AHEAD, ahead + 1)
      signal?.throwIfAborted()

      if (bytes == null) {
        yield * read(next.slice)
      } else {
        yield bytes
      }
    }

    // browsers tell who reads a File that it is another one now, and copy it as it is: what was kept of one that changed meanwhile is a bit of both
    for await (const _ of read(blob.slice(0, 1)));
  } finally {
    // what is under way has an end before whoever began it goes on to undo it
    await Promise.allSettled(coming.map(({ kept }) => kept))
  }
}

function readKept (slice: Slice): Promise<Uint8Array | undefined> {
  return slice.bytes ??= slice.kept.then(async (kept) => await kept?.())
}

/** What cannot be read says so again, in its own words, when it is read. */
function unlessFull (err: Error): undefined {
  if (err.name === 'QuotaExceededError') {
    throw err
  }
}
