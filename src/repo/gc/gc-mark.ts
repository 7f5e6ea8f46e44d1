import type { CID } from 'multiformats/cid'
import { lots } from '../../async/lots.ts'
import { CidSet } from '../../cid/cid-set.ts'
import { ROOT_LOT } from '../../dag/root-lot.ts'
import { walkDag } from '../../dag/walk.ts'
import { blockReader } from '../../blocks/block-reader.ts'
import { CannotFetchAllLinksError, CannotFetchLinksError } from './gc-errors.ts'
import type { GcOptions } from './gc-options.ts'
import type { Repo } from '../repo.ts'

/** What is let go while what leads to it stays, for a moment or, where that cannot be changed, for good. */
export interface LaterRoots {
  /** their blocks stay, and what is below them alone does not */
  letGo: CID[]
  /** as much of their DAGs as is here, but for that */
  present: CID[]
}

/**
 * All CIDs that a garbage collection has to keep (Kubo `gc/gc.go`, `ColoredSet`). Leaves are not read; their CID is enough.
 *
 * @param later - looked at when all else was of which more than a root is kept
 * @returns undefined when not all of them can be known, which was reported then
 * @throws the signal's reason, and what a provider of roots throws
 */
export async function markKept ({ blockstore, gcRoots }: Pick<Repo, 'blockstore' | 'gcRoots'>, options: GcOptions, later?: LaterRoots): Promise<CidSet | undefined> {
  const marker = new Marker(blockReader(blockstore, undefined), options)

  for await (const cids of lots(gcRoots.all('whole'), ROOT_LOT)) {
    await marker.walk(cids, () => false)
  }

  for await (const cids of lots(gcRoots.all('present'), ROOT_LOT)) {
    await marker.walk(cids, isMissing)
  }

  if (later != null) {
    later.letGo.forEach((cid) => { marker.marked.add(cid) })
    await marker.walk(later.present, isMissing)
  }

  // last, since a walk passes over what is marked, and below these nothing is
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
  return err.name === 'BlockNotFoundError'
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

  /** @param isFine - of an error below these roots: nothing has to be done about it */
  async walk (roots: CID[], isFine: (err: Error) => boolean): Promise<void> {
    const onError = (cid: CID, err: Error): void => {
      if (!isFine(err)) {
        this.broken = true
        this.#errors.push(new CannotFetchLinksError(cid, err))
      }
    }

    for await (const _ of walkDag(roots, { blocks: this.#blocks, signal: this.#options.signal, visited: this.marked, leaves: 'trust', onError })) {
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
