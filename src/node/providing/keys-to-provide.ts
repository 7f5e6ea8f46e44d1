import type { CID } from 'multiformats/cid'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { CidSet } from '../../cid/sets/cid-set.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { walkDag } from '../../dag/walk.ts'
import type { Logs } from '../../log/logs.ts'
import type { Mfs } from '../../mfs/mfs.ts'
import type { PinStore } from '../../pins/store/pin-store.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'

/** The parts of a node that determine its provided keys. */
export interface ProvidingNode {
  readonly blockstore: Blockstore
  readonly pins: PinStore
  readonly mfs: Mfs
  readonly config: ConfigStore
  readonly logs: Logs
}

/** Returns whether all stored blocks are announced. */
export function providesAll (config: ConfigStore): boolean {
  return strategyOf(config).some((part) => part === 'all' || part === 'flat' || part === '')
}

/** New keys for a strategy that announces only part of the blocks. */
export interface FreshKeys {
  /** blocks that were stored */
  came: CidSet
  /** pins that were set; their blocks may have been stored long before */
  pinned: CidSet
}

/**
 * Yields the keys that the node announces according to `Provide.Strategy` (Kubo `config/provide.go`,
 * `ParseProvideStrategy`, and `core/node/provider.go`): `all`, or some of `pinned`, `roots` and `mfs`, joined by a
 * plus.
 *
 * Walks only local blocks. The order is stable while nothing changes.
 *
 * @param fresh - limits some strategies to new keys; all keys when left out
 */
export async function* keysToProvide (
  { blockstore, pins, mfs, config }: ProvidingNode,
  { signal, fresh }: { signal: AbortSignal; fresh?: FreshKeys }
): AsyncGenerator<CID> {
  if (providesAll(config)) {
    yield* blockstore.keys()
    return
  }

  const parts = strategyOf(config)

  const visited = new CidSet()
  const blocks = blockReader(blockstore, undefined, { unchecked: true })

  const isFresh = (cid: CID): boolean => fresh?.came.has(cid) ?? true

  async function* below (root: CID, isNew: boolean): AsyncGenerator<CID> {
    // Blocks that are not stored are not announced.
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
        yield* below(cid, isNew)
      } else if (visited.add(cid) && (isNew || isFresh(cid))) {
        yield cid
      }
    }
  }

  if (parts.includes('mfs')) {
    yield* below((await mfs.node('/', { blocks, signal })).cid, fresh == null)
  }
}

function strategyOf (config: ConfigStore): string[] {
  return (config.get<string | null>('Provide.Strategy') ?? 'all').split('+')
}
