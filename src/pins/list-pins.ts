import type { CID } from 'multiformats/cid'
import { lots } from '../async/lots.ts'
import { CidSet } from '../cid/cid-set.ts'
import { ROOT_LOT } from '../dag/root-lot.ts'
import { walkDag } from '../dag/walk.ts'
import { blockReader } from '../blocks/block-reader.ts'
import type { PinnedRepo } from './pinned-repo.ts'

export type PinType = 'recursive' | 'direct' | 'indirect'

export interface ListPinsOptions {
  /** which pins are wanted */
  type: PinType | 'all'
  /** only pins whose name contains this; indirect ones have none */
  name: string
  /** whether names are wanted, by which they are also chosen; much less is read without */
  withNames?: boolean
  signal: AbortSignal
}

export interface ListedPin {
  cid: CID
  type: PinType
  /** empty where there is none, or where names are not wanted */
  name: string
}

/**
 * Lists pins as they are found: recursive ones, direct ones, and what lies below the recursive ones and is not pinned itself
 * (Kubo `coreapi/pin.go`, `pinLsAll`). Memory: 45 bytes for each pin and each CID below recursive ones where these are wanted,
 * else nothing. Looks at the blocks of this machine alone.
 *
 * @throws an error named BlockNotFoundError when a block of a recursive pin is missing, and indirect pins are wanted
 */
export async function * listPins ({ pins, blockstore }: Pick<PinnedRepo, 'pins' | 'blockstore'>, { type, name, withNames = true, signal }: ListPinsOptions): AsyncGenerator<ListedPin> {
  const wantsIndirect = (type === 'indirect' || type === 'all') && name === ''
  const listed = new CidSet({ versions: true })

  for (const mode of ['recursive', 'direct'] as const) {
    const isWanted = type === mode || type === 'all'

    if (!isWanted && !wantsIndirect) {
      continue
    }

    for await (const pin of pins.list(mode, { names: withNames || name !== '' })) {
      signal.throwIfAborted()

      if (wantsIndirect) {
        listed.add(pin.cid)
      }

      if (isWanted && pin.name.includes(name)) {
        yield { cid: pin.cid, type: mode, name: pin.name }
      }
    }
  }

  if (wantsIndirect) {
    yield * indirectPins({ pins, blockstore }, listed, signal)
  }
}

async function * indirectPins ({ pins, blockstore }: Pick<PinnedRepo, 'pins' | 'blockstore'>, listed: CidSet, signal: AbortSignal): AsyncGenerator<ListedPin> {
  const blocks = blockReader(blockstore, undefined)
  const visited = new CidSet({ versions: true })

  for await (const roots of lots(pins.list('recursive', { names: false }), ROOT_LOT)) {
    for await (const { cid } of walkDag(roots.map(({ cid }) => cid), { blocks, signal, visited, leaves: 'trust' })) {
      if (!listed.has(cid)) {
        yield { cid, type: 'indirect', name: '' }
      }
    }
  }
}
