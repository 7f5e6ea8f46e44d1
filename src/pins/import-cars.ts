import type { CID } from 'multiformats/cid'
import type { LockCensus } from '../async/read-write-lock.ts'
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
import type { WriteBounds } from '../store/blockstore.ts'
import type { PinnedRepo } from './pinned-repo.ts'
import type { Pin } from './pin-store.ts'
import { pinning } from './pinning.ts'

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
export async function importCars (repo: PinnedRepo, cars: AsyncIterable<AsyncIterable<Uint8Array>>, { pinRoots, allowBigBlock, bounds, signal, onBlock, recording = (write) => write }: ImportCarsOptions): Promise<ImportedCars> {
  const totals: ImportTotals = { roots: new Map(), blocks: 0, bytes: 0, emptyFiles: 0, cars: 0 }
  const roots: ImportedRoot[] = []
  const before = repo.gcLock.census()

  await withWriteSession(repo, signal, async (writes) => {
    for await (const car of cars) {
      await importCar(car, { put: async ({ cid, bytes }) => { await writes.put(cid, bytes); onBlock?.(bytes.byteLength) }, totals, allowBigBlock, signal })
    }

    if (pinRoots) {
      for (const cid of totals.roots.values()) {
        roots.push({ cid, error: await obstacle(repo, cid, { writes, before, signal }) })
      }

    }

    const pins = roots.filter(({ error }) => error === '').map(({ cid }): Pin => ({ cid, mode: 'recursive', name: '' }))
    const write = recording(pinRoots ? pinning(repo.pins, pins) : undefined)

    if (write != null) {
      writes.record(write)
    }
  }, { bounds })

  return { totals, roots }
}

/** @returns why a root cannot be pinned; empty when it can. Kubo looks for what is missing of it nowhere else. */
async function obstacle (repo: PinnedRepo, cid: CID, { writes, before, signal }: { writes: RepoWrites, before: LockCensus, signal: AbortSignal }): Promise<string> {
  const blocks = blockReader(repo.blockstore, undefined)

  try {
    checkMultihash(cid.multihash)

    if (!await blocks.has(cid)) {
      throw new BlockNotFoundError(cid, false)
    }

    decode(cid.code, await blocks.get(cid, { signal }))
    await fetchDag([cid], { blocks, signal })

    if (repo.gcLock.sharedSince(before)) {
      await holdDag(repo, cid, writes, { signal })
    }

    return ''
  } catch (err) {
    signal.throwIfAborted()
    return errorMessage(err)
  }
}
