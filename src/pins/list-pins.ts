import type { CID } from 'multiformats/cid'
import { CidSet } from '../cid/cid-set.ts'
import { walkDag } from '../dag/walk.ts'
import { blockReader } from '../blocks/block-reader.ts'
import type { PinnedRepo } from './pinned-repo.ts'
import type { Pin } from './pin-store.ts'

export type PinType = 'recursive' | 'direct' | 'indirect'

export interface ListPinsOptions {
  /** which pins are wanted */
  type: PinType | 'all'
  /** only pins whose name contains this; indirect ones have none */
  name: string
  signal: AbortSignal
}

export interface ListedPin {
  cid: CID
  type: PinType
  /** empty where there is none */
  name: string
}

/**
 * Lists pins as they are found: recursive ones, direct ones, and what lies below the recursive ones and is not pinned itself
 * (Kubo `coreapi/pin.go`, `pinLsAll`). Memory: the direct pins, and 45 bytes for each CID below recursive ones where these are
 * wanted. Looks at the blocks of this machine alone.
 *
 * @throws an error named BlockNotFoundError when a block of a recursive pin is missing, and indirect pins are wanted
 */
export async function * listPins ({ pins, blockstore }: Pick<PinnedRepo, 'pins' | 'blockstore'>, { type, name, signal }: ListPinsOptions): AsyncGenerator<ListedPin> {
  const recursive: CID[] = []
  const direct: Pin[] = []

  for await (const pin of pins.list()) {
    signal.throwIfAborted()

    if (pin.mode === 'direct') {
      direct.push(pin)
      continue
    }

    recursive.push(pin.cid)

    if (type !== 'direct' && type !== 'indirect' && pin.name.includes(name)) {
      yield { cid: pin.cid, type: 'recursive', name: pin.name }
    }
  }

  if (type === 'direct' || type === 'all') {
    for (const pin of direct) {
      if (pin.name.includes(name)) {
        yield { cid: pin.cid, type: 'direct', name: pin.name }
      }
    }
  }

  if ((type === 'indirect' || type === 'all') && name === '') {
    const listed = new CidSet({ versions: true })
    recursive.forEach((cid) => listed.add(cid))
    direct.forEach(({ cid }) => listed.add(cid))

    for await (const { cid } of walkDag(recursive, { blocks: blockReader(blockstore, undefined), signal, visited: new CidSet({ versions: true }), leaves: 'trust' })) {
      if (!listed.has(cid)) {
        yield { cid, type: 'indirect', name: '' }
      }
    }
  }
}
