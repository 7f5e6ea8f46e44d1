import type { CID } from 'multiformats/cid'
import { blockReader } from '../blocks/block-reader.ts'
import { CidSet } from '../cid/cid-set.ts'
import { walkBelow } from '../dag/walk-below.ts'
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
  const direct = new CidSet({ versions: true })

  for (const mode of ['recursive', 'direct'] as const) {
    const isWanted = type === mode || type === 'all'
    const isDirect = wantsIndirect && mode === 'direct'

    if (!isWanted && !isDirect) {
      continue
    }

    for await (const pin of pins.list(mode, { names: withNames || name !== '' })) {
      signal.throwIfAborted()

      if (isDirect) {
        direct.add(pin.cid)
      }

      if (isWanted && pin.name.includes(name)) {
        yield { cid: pin.cid, type: mode, name: pin.name }
      }
    }
  }

  if (!wantsIndirect) {
    return
  }

  for await (const cid of walkBelow(pins.list('recursive', { names: false }), { blocks: blockReader(blockstore, undefined), signal })) {
    if (!direct.has(cid)) {
      yield { cid, type: 'indirect', name: '' }
    }
  }
}
