import type { CID } from 'multiformats/cid'
import { batches } from '../../async/iteration/batches.ts'
import type { LockCensus } from '../../async/locks/read-write-lock.ts'
import { BlockNotFoundError } from '../../blocks/exchange/block-not-found-error.ts'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import type { BlobContent } from '../../bytes/blobs/blob-content.ts'
import { checkMultihash } from '../../cid/hash/check-multihash.ts'
import { importCar } from '../../dag/import-car.ts'
import type { ImportTotals } from '../../dag/import-car.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { mayHaveDescendants } from '../../ipld/registry/links.ts'
import { decodeBlock } from '../../ipld/registry/registry.ts'
import { withWriteSession } from '../../repo/with-write-session.ts'
import type { RecordWrite, RepoWrites } from '../../repo/with-write-session.ts'
import type { WriteBounds } from '../../store/blockstore/blockstore.ts'
import { putDagAgain } from '../fetch/fetch-and-pin.ts'
import { fetchDag } from '../fetch/fetch-dag.ts'
import type { PinnedRepo } from '../index/pinned-repo.ts'
import type { Pin, PutPinOptions } from '../store/pin-store.ts'
import { pinCommitRecord } from './pin-commit-record.ts'

/**
 * Largest number of blocks below roots that are remembered until the pins are written: 20 MB. Blocks below later roots
 * are searched for afterwards.
 */
const MAX_BELOW = 262_144

/** Roots that are checked concurrently: a header may list very many, and each check waits for the store. */
const ROOTS_AT_ONCE = 16

export interface ImportCarsOptions {
  /** Whether to pin the roots of the headers, if their DAGs are complete. */
  pinRoots: boolean
  allowBigBlock: boolean
  /** imports one CAR; default: `importCar` */
  importOne?: typeof importCar
  /** limits how much is written at once */
  bounds?: WriteBounds
  signal: AbortSignal
  /** called for every block that has arrived, with its size in bytes */
  onBlock?: (bytes: number) => void
  /**
   * returns the write of the pins extended by rows of the caller, or a write of those rows alone if there are no pins
   */
  recording?: (write: RecordWrite | undefined) => RecordWrite | undefined
}

/** A root that was to be pinned. */
export interface ImportedRoot {
  cid: CID
  /** reason why it is not pinned; empty if it is */
  error: string
}

export interface ImportedCars {
  totals: ImportTotals
  roots: ImportedRoot[]
}

/**
 * Imports CARs one after another and pins their roots recursively, all in one step, or not at all if a file is invalid.
 * A root that cannot be pinned is no error; its blocks stay.
 *
 * @throws the errors of `importCar` and `withWriteSession`
 */
export async function importCars (
  repo: PinnedRepo,
  cars: AsyncIterable<BlobContent>,
  {
    pinRoots,
    allowBigBlock,
    bounds,
    signal,
    onBlock,
    importOne = importCar,
    recording = (write) => write
  }: ImportCarsOptions
): Promise<ImportedCars> {
  const totals: ImportTotals = { roots: new Map(), blocks: 0, bytes: 0, emptyFiles: 0, cars: 0 }
  const roots: ImportedRoot[] = []
  const pins: Array<Pin & PutPinOptions> = []
  const before = repo.gcLock.census()
  let blocksBelow = 0

  await withWriteSession(repo, signal, async (writes) => {
    const { adopting } = writes

    for await (const car of cars) {
      await importOne(car, {
        put: async ({ cid, bytes }) => {
          await writes.put(cid, bytes)
          onBlock?.(bytes.byteLength)
        },
        stage: writes.staging?.stage,
        adopt: adopting && (async (segment, bytes, blocks) => {
          await adopting.adopt(segment, bytes, blocks)
          blocks.forEach(({ size }) => {
            onBlock?.(size)
          })
        }),
        totals,
        allowBigBlock,
        signal
      })
    }

    if (pinRoots) {
      for await (const batch of batches(totals.roots.values(), ROOTS_AT_ONCE)) {
        const looked = await Promise.all(
          batch.map(async (cid) => await lookAtRoot(repo, cid, { writes, before, signal }))
        )

        for (const { cid, error, below } of looked) {
          roots.push({ cid, error })

          if (error === '') {
            blocksBelow += below?.length ?? 0
            pins.push({
              cid,
              mode: 'recursive',
              name: '',
              below: below?.length === 0 || blocksBelow <= MAX_BELOW ? below : undefined
            })
          }
        }
      }
    }

    const write = recording(pinRoots ? pinCommitRecord(repo.pins, pins) : undefined)

    if (write != null) {
      writes.record(write)
    }
  }, { bounds })

  return { totals, roots }
}

/**
 * Checks a root.
 *
 * @returns the reason why it cannot be pinned, and the blocks that its pin would protect in addition to its root if
 * they are few;
 *   missing blocks are searched for in the local store only, as in Kubo
 */
async function lookAtRoot (
  repo: PinnedRepo,
  cid: CID,
  { writes, before, signal }: { writes: RepoWrites; before: LockCensus; signal: AbortSignal }
): Promise<ImportedRoot & PutPinOptions> {
  const blocks = blockReader(repo.blockstore, undefined)

  try {
    checkMultihash(cid.multihash)

    if (!await blocks.has(cid)) {
      throw new BlockNotFoundError(cid, false)
    }

    const bytes = await blocks.get(cid, { signal })
    decodeBlock(cid.code, bytes)
    const below = mayHaveDescendants(cid, bytes) ? await fetchDag([cid], { blocks, signal }) : []

    if (repo.gcLock.sharedSince(before)) {
      await putDagAgain(repo, cid, writes, { signal })
    }

    return { cid, error: '', below }
  } catch (err) {
    signal.throwIfAborted()
    return { cid, error: errorMessage(err) }
  }
}
