import type { CID } from 'multiformats/cid'
import { lots } from '../async/lots.ts'
import type { LockCensus } from '../async/read-write-lock.ts'
import type { BlobContent } from '../bytes/blob-content.ts'
import { BlockNotFoundError } from '../blocks/block-not-found-error.ts'
import { blockReader } from '../blocks/block-reader.ts'
import { checkMultihash } from '../cid/check-multihash.ts'
import { importCar } from '../dag/import-car.ts'
import type { ImportTotals } from '../dag/import-car.ts'
import { errorMessage } from '../go/error-message.ts'
import { decode } from '../ipld/registry.ts'
import { withWriteSession } from '../repo/with-write-session.ts'
import type { RecordWrite, RepoWrites } from '../repo/with-write-session.ts'
import { fetchDag } from './fetch-dag.ts'
import { holdDag } from './hold-dag.ts'
import { mayKeepOthers } from './may-keep-others.ts'
import type { WriteBounds } from '../store/blockstore.ts'
import type { PinnedRepo } from './pinned-repo.ts'
import type { Pin, PutPinOptions } from './pin-store.ts'
import { pinning } from './pinning.ts'

/** As many blocks below roots are remembered until the pins are written: 20 MB. What lies below the roots behind those is looked for later. */
const MAX_BELOW = 262_144

/** Roots that are looked at together: a header may name very many, and each look waits for the store. */
const ROOTS_AT_ONCE = 16

export interface ImportCarsOptions {
  /** pins the roots that the headers name, as far as all that they lead to is here */
  pinRoots: boolean
  allowBigBlock: boolean
  /** how much is written at once at most */
  bounds?: WriteBounds
  signal: AbortSignal
  /** told of every block that has come, with its size in bytes */
  onBlock?: (bytes: number) => void
  /** gives the write of the pins, if there is one, as one that somebody else's rows go along with; or one of those alone */
  recording?: (write: RecordWrite | undefined) => RecordWrite | undefined
}

/** A root that was to be pinned. */
export interface ImportedRoot {
  cid: CID
  /** why it is not; empty when it is */
  error: string
}

export interface ImportedCars {
  totals: ImportTotals
  roots: ImportedRoot[]
}

/**
 * Imports CARs one after the other, and pins their roots recursively: all of it in one step, or nothing when anything is wrong
 * with a file. A root that cannot be pinned is no error; its blocks stay.
 *
 * @throws what `importCar` and `withWriteSession` throw
 */
export async function importCars (repo: PinnedRepo, cars: AsyncIterable<BlobContent>, { pinRoots, allowBigBlock, bounds, signal, onBlock, recording = (write) => write }: ImportCarsOptions): Promise<ImportedCars> {
  const totals: ImportTotals = { roots: new Map(), blocks: 0, bytes: 0, emptyFiles: 0, cars: 0 }
  const roots: ImportedRoot[] = []
  const pins: Array<Pin & PutPinOptions> = []
  const before = repo.gcLock.census()
  let blocksBelow = 0

  await withWriteSession(repo, signal, async (writes) => {
    for await (const car of cars) {
      await importCar(car, { put: async ({ cid, bytes }) => { await writes.put(cid, bytes); onBlock?.(bytes.byteLength) }, stage: writes.stage, totals, allowBigBlock, signal })
    }

    if (pinRoots) {
      for await (const lot of lots(totals.roots.values(), ROOTS_AT_ONCE)) {
        const looked = await Promise.all(lot.map(async (cid) => await lookAtRoot(repo, cid, { writes, before, signal })))

        for (const { cid, error, below } of looked) {
          roots.push({ cid, error })

          if (error === '') {
            blocksBelow += below?.length ?? 0
            pins.push({ cid, mode: 'recursive', name: '', below: below?.length === 0 || blocksBelow <= MAX_BELOW ? below : undefined })
          }
        }
      }
    }

    const write = recording(pinRoots ? pinning(repo.pins, pins) : undefined)

    if (write != null) {
      writes.record(write)
    }
  }, { bounds })

  return { totals, roots }
}

/** @returns why a root cannot be pinned, and what its pin would keep besides its own block, where that is little. Kubo looks for what is missing of it nowhere else. */
async function lookAtRoot (repo: PinnedRepo, cid: CID, { writes, before, signal }: { writes: RepoWrites, before: LockCensus, signal: AbortSignal }): Promise<ImportedRoot & PutPinOptions> {
  const blocks = blockReader(repo.blockstore, undefined)

  try {
    checkMultihash(cid.multihash)

    if (!await blocks.has(cid)) {
      throw new BlockNotFoundError(cid, false)
    }

    const bytes = await blocks.get(cid, { signal })
    decode(cid.code, bytes)
    const below = mayKeepOthers(cid, bytes) ? await fetchDag([cid], { blocks, signal }) : []

    if (repo.gcLock.sharedSince(before)) {
      await holdDag(repo, cid, writes, { signal })
    }

    return { cid, error: '', below }
  } catch (err) {
    signal.throwIfAborted()
    return { cid, error: errorMessage(err) }
  }
}
