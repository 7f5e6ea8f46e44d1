import type { CID } from 'multiformats/cid'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { CidSet } from '../../cid/sets/cid-set.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { parseProvideStrategy } from '../../config/types/provide-strategy.ts'
import type { ProvideStrategy } from '../../config/types/provide-strategy.ts'
import { walkDag } from '../../dag/walk.ts'
import type { Logs } from '../../log/logs.ts'
import type { Mfs } from '../../mfs/mfs.ts'
import type { PinStore } from '../../pins/store/pin-store.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import { unixfsTypeOfBlock } from '../../unixfs/format/unixfs-type-of.ts'

/** The parts of a node that determine its provided keys. */
export interface ProvidingNode {
  readonly blockstore: Blockstore
  readonly pins: PinStore
  readonly mfs: Mfs
  readonly config: ConfigStore
  readonly logs: Logs
}

/** Returns the keys that a configuration wants to be announced. */
export function provideStrategy (config: Pick<ConfigStore, 'get'>): ProvideStrategy {
  return parseProvideStrategy(config.get<string | null>('Provide.Strategy') ?? 'all')
}

interface KeyOptions {
  signal: AbortSignal
  /** blocks that were stored since the last announcement: only those in MFS; all keys when left out */
  fresh?: CidSet
}

/**
 * Yields the keys that the node announces according to `Provide.Strategy` (Kubo `core/node/provider.go`). Walks only
 * local blocks. The order is stable while nothing changes. A block below several roots is announced once, so that the
 * modifier `unique` of Kubo 0.41 has no effect.
 */
export async function* keysToProvide (node: ProvidingNode, { signal, fresh }: KeyOptions): AsyncGenerator<CID> {
  const { blockstore, pins, mfs, config } = node
  const strategy = provideStrategy(config)

  if (strategy.all) {
    yield* blockstore.keys()
    return
  }

  const visited = new CidSet()

  if (fresh == null && (strategy.pinned || strategy.roots)) {
    for await (const { cid, mode } of pins.list()) {
      if (strategy.pinned && mode === 'recursive') {
        yield* localKeys(node, [cid], { signal, visited })
      } else if (visited.add(cid)) {
        yield cid
      }
    }
  }

  if (strategy.mfs) {
    const root = await mfs.node('/', { blocks: blockReader(blockstore, undefined, { unchecked: true }), signal })

    for await (const cid of localKeys(node, [root.cid], { signal, visited })) {
      if (fresh?.has(cid) !== false) {
        yield cid
      }
    }
  }
}

/**
 * Yields the stored blocks of DAGs: all of them, or with the modifier `entities` the roots of files, directories and
 * shards (boxo `dag/walker`, `WalkEntityRoots`).
 */
export async function* localKeys (
  { blockstore, config }: ProvidingNode,
  roots: readonly CID[],
  { signal, visited }: { signal: AbortSignal; visited?: CidSet }
): AsyncGenerator<CID> {
  const descends = provideStrategy(config).entities ? isNoFile : undefined

  for await (
    const { cid } of walkDag(roots, {
      blocks: blockReader(blockstore, undefined, { unchecked: true }),
      signal,
      visited,
      descends,
      leaves: 'check',
      onError: () => {}
    })
  ) {
    yield cid
  }
}

/** Returns whether a block is no file or symlink of UnixFS, whose descendants are only chunks. */
function isNoFile (cid: CID, bytes: Uint8Array): boolean {
  return cid.code !== CODEC.dagPb || !CONTENT_TYPES.includes(unixfsTypeOfBlock(bytes))
}

const CONTENT_TYPES: Array<number | undefined> = [UNIXFS_TYPE.file, UNIXFS_TYPE.raw, UNIXFS_TYPE.symlink]
