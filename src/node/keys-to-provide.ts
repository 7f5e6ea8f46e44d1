import type { CID } from 'multiformats/cid'
import { blockReader } from '../blocks/block-reader.ts'
import { CidSet } from '../cid/cid-set.ts'
import { walkDag } from '../dag/walk.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { Mfs } from '../mfs/mfs.ts'
import type { PinStore } from '../pins/pin-store.ts'
import type { Blockstore } from '../store/blockstore.ts'

/** What of a node says what it has. */
export interface ProvidingNode {
  readonly blockstore: Blockstore
  readonly pins: PinStore
  readonly mfs: Mfs
  readonly config: ConfigStore
}

/** Whether all that is stored is announced. */
export function providesAll (config: ConfigStore): boolean {
  return strategyOf(config).some((part) => part === 'all' || part === 'flat' || part === '')
}

/** What is new, where not all is announced. */
export interface FreshKeys {
  /** blocks that have come */
  came: CidSet
  /** pins that were set, of blocks that may be here for long */
  pinned: CidSet
}

/**
 * What the node announces, as `Provide.Strategy` says (Kubo `config/provide.go`, `ParseProvideStrategy`, and `core/node/provider.go`): `all`, or some of
 * `pinned`, `roots` and `mfs` with a plus between them. Of DAGs as far as they are here. In the same order each time, while nothing changes.
 *
 * @param fresh - of some strategies what of all that is new; everything when left out
 */
export async function * keysToProvide ({ blockstore, pins, mfs, config }: ProvidingNode, { signal, fresh }: { signal: AbortSignal, fresh?: FreshKeys }): AsyncGenerator<CID> {
  if (providesAll(config)) {
    yield * blockstore.keys()
    return
  }

  const parts = strategyOf(config)

  const visited = new CidSet()
  const blocks = blockReader(blockstore, undefined)

  const isFresh = (cid: CID): boolean => fresh?.came.has(cid) ?? true

  async function * below (root: CID, isNew: boolean): AsyncGenerator<CID> {
    // a block that is not here is announced by nobody
    for await (const { cid } of walkDag([root], { blocks, signal, visited, leaves: 'check', onError: () => {} })) {
      if (isNew || isFresh(cid)) {
        yield cid
      }
    }
  }

  if (parts.includes('pinned') || parts.includes('roots')) {
    for await (const { cid, mode } of pins.list()) {
      const isNew = fresh?.pinned.has(cid) ?? true

      if (parts.includes('pinned') && mode === 'recursive') {
        yield * below(cid, isNew)
      } else if (visited.add(cid) && (isNew || isFresh(cid))) {
        yield cid
      }
    }
  }

  if (parts.includes('mfs')) {
    yield * below((await mfs.node('/', { blocks, signal })).cid, fresh == null)
  }
}

function strategyOf (config: ConfigStore): string[] {
  return (config.get<string | null>('Provide.Strategy') ?? 'all').split('+')
}
