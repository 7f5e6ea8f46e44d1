import { listPins } from '../../pins/query/list-pins.ts'
import type { ListPinsOptions } from '../../pins/query/list-pins.ts'
import type { Context } from '../../rpc/command/context.ts'
import { refuseType } from './ls-object.ts'
import type { PinLsObject, PinLsOptions } from './ls-object.ts'

/**
 * Pin types. `any` is boxo's synonym of `all`; Kubo's command fails for it here, and for `internal` and `not pinned`.
 */
const TYPES: Record<string, ListPinsOptions['type']> = {
  all: 'all',
  any: 'all',
  recursive: 'recursive',
  direct: 'direct',
  indirect: 'indirect'
}

/** Lists the pins for `pin/ls` without arguments. */
export async function* lsAll (
  { node, cids: { encode }, signal }: Context,
  { type, name, withNames }: PinLsOptions
): AsyncGenerator<PinLsObject> {
  const wanted = Object.hasOwn(TYPES, type) ? TYPES[type] : refuseType(type)

  for await (const pin of listPins(node, { type: wanted, name, withNames, signal })) {
    yield { Cid: encode(pin.cid), Type: pin.type, Name: pin.name }
  }
}
