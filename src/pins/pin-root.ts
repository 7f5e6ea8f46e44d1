import { linksOf } from '../ipld/links.ts'
import type { BlockReader } from '../blocks/block-reader.ts'
import { withWriteSession } from '../repo/with-write-session.ts'
import type { RecordWrite } from '../repo/with-write-session.ts'
import { pinning } from './pinning.ts'
import type { PinnedRepo } from './pinned-repo.ts'
import { fetchDag } from './fetch-dag.ts'
import { fetchAndPin } from './fetch-and-pin.ts'
import { AlreadyPinnedRecursivelyError } from './pin-errors.ts'
import type { Pin } from './pin-store.ts'
import { pinnedNow } from './pinned-now.ts'

const IDENTITY = 0x00

export interface PinRootOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** told of every block of a recursive pin that is here, with its size in bytes */
  onBlock?: (bytes: number) => void
  /** gives the write of the pin as one that somebody else's rows go along with */
  recording?: (write: RecordWrite) => RecordWrite
}

/**
 * Pins a block, or a block and all below it, and gets what is missing of them first (boxo `dspinner`, `Pin`). A pin of the
 * same CID is replaced, so this is also how one gets another name, or turns from direct into recursive.
 * When it fails, pins are as they were (Kubo has removed the old one by then).
 *
 * @throws AlreadyPinnedRecursivelyError for a direct pin in place of a recursive one; what the reader throws for a block that
 *   cannot be had, and what `linksOf` throws for one that cannot be read
 */
export async function pinRoot (repo: PinnedRepo, pin: Pin, options: PinRootOptions): Promise<void> {
  const bytes = await options.blocks.get(pin.cid, options)
  linksOf(pin.cid, bytes)
  const before = await repo.pins.get(pin.cid)
  // kept on, under another name or with more below it; of pins of before nobody knows since when
  const dated = { ...pin, since: before == null ? pinnedNow() : before.since }

  if (pin.mode === 'direct') {
    await pinBlock(repo, dated, bytes, options)
  } else {
    await pinDag(repo, dated, options)
  }
}

async function pinBlock (repo: PinnedRepo, pin: Pin, bytes: Uint8Array, { signal, recording = asItIs }: PinRootOptions): Promise<void> {
  await withWriteSession(repo, signal, async ({ put, record }) => {
    if (pin.cid.multihash.code !== IDENTITY) {
      // it may have been collected since it was read, or hang on an add that will fail
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

async function pinDag (repo: PinnedRepo, pin: Pin, { blocks, signal, onBlock, recording = asItIs }: PinRootOptions): Promise<void> {
  let below: readonly string[] | undefined

  await fetchAndPin(repo, pin.cid, {
    blocks,
    signal,

    // what is fetched a second time was counted
    fetch: async (again) => { below = await fetchDag([pin.cid], { blocks, signal, onBlock: again ? undefined : onBlock }) },

    record: recording(async (along) => { await pinning(repo.pins, [{ ...pin, below }])(along) })
  })
}

function asItIs (write: RecordWrite): RecordWrite {
  return write
}
