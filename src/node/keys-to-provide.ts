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

/**
 * What the node announces, as `Provide.Strategy` says (Kubo `config/provide.go`, `ParseProvideStrategy`, and `core/node/provider.go`): `all`, or some of
 * `pinned`, `roots` and `mfs` with a plus between them. Of DAGs as far as they are here. In the same order each time, while nothing changes.
 */
export async function * keysToProvide ({ blockstore, pins, mfs, config }: ProvidingNode, { signal }: { signal: AbortSignal }): AsyncGenerator<CID> {
  if (providesAll(config)) {
    yield * blockstore.keys()
    return
  }

  const parts = strategyOf(config)

  const visited = new CidSet()
  const blocks = blockReader(blockstore, undefined)

  async function * below (roots: Iterable<CID>): AsyncGenerator<CID> {
    // a block that is not here is announced by nobody
    for await (const { cid } of walkDag(roots, { blocks, signal, visited, leaves: 'check', onError: () => {} })) {
      yield cid
    }
  }

  if (parts.includes('pinned') || parts.includes('roots')) {
    for await (const { cid, mode } of pins.list()) {
      if (parts.includes('pinned') && mode === 'recursive') {
        yield * below([cid])
      } else if (visited.add(cid)) {
        yield cid
      }
    }
  }

  if (parts.includes('mfs')) {
    yield * below([(await mfs.node('/', { blocks, signal })).cid])
  }
}

function strategyOf (config: ConfigStore): string[] {
  return (config.get<string | null>('Provide.Strategy') ?? 'all').split('+')
}
