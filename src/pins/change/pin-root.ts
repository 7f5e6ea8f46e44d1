import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { linksOf } from '../../ipld/registry/links.ts'
import { withWriteSession } from '../../repo/with-write-session.ts'
import type { RecordWrite } from '../../repo/with-write-session.ts'
import { fetchAndPin } from '../fetch/fetch-and-pin.ts'
import { fetchDag } from '../fetch/fetch-dag.ts'
import type { PinnedRepo } from '../index/pinned-repo.ts'
import type { Pin } from '../store/pin-store.ts'
import { pinCommitRecord } from './pin-commit-record.ts'
import { pinnedNow } from './pin-commit-record.ts'
import { AlreadyPinnedRecursivelyError } from './pin-errors.ts'

export interface PinRootOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** called for every local block of a recursive pin, with its size in bytes */
  onBlock?: (bytes: number) => void
  /** returns the write of the pin extended by rows of the caller */
  recording?: (write: RecordWrite) => RecordWrite
}

/**
 * Pins a block, or a block and everything below it, after fetching what is missing (boxo `dspinner`, `Pin`). Replaces
 * an existing pin of the same CID, so it also renames a pin or turns a direct one into a recursive one. If it fails,
 * the pins are unchanged (Kubo has already removed the old one then).
 *
 * @throws AlreadyPinnedRecursivelyError for a direct pin in place of a recursive one; the errors of the reader for an
 *   unavailable block, and of `linksOf` for an invalid one
 */
export async function pinRoot (repo: PinnedRepo, pin: Pin, options: PinRootOptions): Promise<void> {
  const bytes = await options.blocks.get(pin.cid, options)
  linksOf(pin.cid, bytes)
  const before = await repo.pins.get(pin.cid)
  // A pin that is renamed or extended keeps its date; legacy pins have none.
  const dated = { ...pin, since: before == null ? pinnedNow() : before.since }

  if (pin.mode === 'direct') {
    await pinBlock(repo, dated, bytes, options)
  } else {
    await pinDag(repo, dated, options)
  }
}

async function pinBlock (
  repo: PinnedRepo,
  pin: Pin,
  bytes: Uint8Array,
  { signal, recording = asItIs }: PinRootOptions
): Promise<void> {
  await withWriteSession(repo, signal, async ({ put, record }) => {
    if (pin.cid.multihash.code !== HASH.identity) {
      // The block may have been collected since it was read, or belong to an add that will be rolled back.
      await put(pin.cid, bytes)
    }

    record(recording(async (along) => {
      await repo.pins.change(async (change) => {
        if ((await change.get(pin.cid))?.mode === 'recursive') {
          throw new AlreadyPinnedRecursivelyError(pin.cid)
        }

        change.put(pin)
      }, along)
    }))
  })
}

async function pinDag (
  repo: PinnedRepo,
  pin: Pin,
  { blocks, signal, onBlock, recording = asItIs }: PinRootOptions
): Promise<void> {
  let below: readonly string[] | undefined

  await fetchAndPin(repo, pin.cid, {
    blocks,
    signal,

    // Blocks that are fetched again were counted already.
    fetch: async (again) => {
      below = await fetchDag([pin.cid], { blocks, signal, onBlock: again ? undefined : onBlock })
    },

    record: recording(async (along) => {
      await pinCommitRecord(repo.pins, [{ ...pin, below }])(along)
    })
  })
}

function asItIs (write: RecordWrite): RecordWrite {
  return write
}
