import type { CID } from 'multiformats/cid'
import { batches } from '../../async/iteration/batches.ts'
import { BlockNotFoundError } from '../../blocks/exchange/block-not-found-error.ts'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { CidSet } from '../../cid/sets/cid-set.ts'
import { ROOT_BATCH } from '../../dag/walk.ts'
import { walkDag } from '../../dag/walk.ts'
import { isError } from '../../errors/define-error.ts'
import type { Repo } from '../repo.ts'
import { CannotFetchAllLinksError, CannotFetchLinksError } from './gc-errors.ts'
import type { GcOptions } from './gc-options.ts'

/**
 * DAGs that may be removed although nodes in use still refer to them, for a moment or, if those cannot be changed, for
 * good.
 */
export interface LaterRoots {
  /**
   * Roots of DAGs to remove. The root blocks themselves stay; blocks that are only reachable through them are removed.
   */
  removing: CID[]
  /** Roots that keep their existing descendants, except for the DAGs of `removing`. */
  present: CID[]
}

/**
 * Returns all CIDs that a garbage collection must keep (Kubo `gc/gc.go`, `ColoredSet`). Leaves are not read, because
 * their CIDs suffice.
 *
 * @param later - marked after all other roots of whole DAGs
 * @returns undefined if not all of them are known, which was reported
 * @throws the signal's reason, and errors of root providers
 */
export async function markKept (
  { blockstore, gcRoots }: Pick<Repo, 'blockstore' | 'gcRoots'>,
  options: GcOptions,
  later?: LaterRoots
): Promise<CidSet | undefined> {
  const marker = new Marker(blockReader(blockstore, undefined, { unchecked: true }), options)

  for await (const cids of batches(gcRoots.all('whole'), ROOT_BATCH)) {
    await marker.walk(cids, () => false)
  }

  for await (const cids of batches(gcRoots.all('present'), ROOT_BATCH)) {
    await marker.walk(cids, isMissing)
  }

  if (later != null) {
    later.removing.forEach((cid) => {
      marker.marked.add(cid)
    })
    await marker.walk(later.present, isMissing)
  }

  // Last, because a walk skips marked blocks, and the descendants of these are not kept.
  for await (const cid of gcRoots.all('alone')) {
    marker.marked.add(cid)
  }

  if (marker.broken) {
    await options.report({ error: new CannotFetchAllLinksError() })
    return undefined
  }

  return marker.marked
}

function isMissing (err: Error): boolean {
  return isError(err, BlockNotFoundError)
}

class Marker {
  readonly marked = new CidSet()
  broken = false
  readonly #blocks: ReturnType<typeof blockReader>
  readonly #options: GcOptions
  #errors: Error[] = []

  constructor (blocks: ReturnType<typeof blockReader>, options: GcOptions) {
    this.#blocks = blocks
    this.#options = options
  }

  /**
   * Marks the descendants of roots.
   *
   * @param isFine - whether an error below these roots can be ignored
   */
  async walk (roots: CID[], isFine: (err: Error) => boolean): Promise<void> {
    const onError = (cid: CID, err: Error): void => {
      if (!isFine(err)) {
        this.broken = true
        this.#errors.push(new CannotFetchLinksError(cid, err))
      }
    }

    for await (
      const _ of walkDag(roots, {
        blocks: this.#blocks,
        signal: this.#options.signal,
        visited: this.marked,
        leaves: 'trust',
        onError
      })
    ) {
      await this.#report()
    }

    await this.#report()
  }

  async #report (): Promise<void> {
    while (this.#errors.length > 0) {
      await this.#options.report({ error: this.#errors.shift() as Error })
    }
  }
}
