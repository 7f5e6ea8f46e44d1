import type { CID } from 'multiformats/cid'
import { checkPins } from '../../pins/query/check-pins.ts'
import type { CheckedPin, CheckMode } from '../../pins/query/check-pins.ts'
import type { Context } from '../../rpc/command/context.ts'
import { resolveText } from '../shared/open-path.ts'
import { refuseType } from './ls-object.ts'
import type { PinLsObject, PinLsOptions } from './ls-object.ts'

/** boxo `pinning/pinner`, `StringToMode` */
const MODES: Record<string, CheckMode | 'internal' | 'not pinned'> = {
  all: 'any',
  any: 'any',
  recursive: 'recursive',
  direct: 'direct',
  indirect: 'indirect',
  internal: 'internal',
  'not pinned': 'not pinned'
}

/**
 * Lists how each argument of `pin/ls` is pinned. If some are indirect, Kubo mixes up the answers of several arguments;
 * here each has its own.
 *
 * @throws an Error if one of them is not pinned, or not with this type
 */
export async function* lsPaths (
  paths: string[],
  context: Context,
  { type, withNames }: PinLsOptions
): AsyncGenerator<PinLsObject> {
  const { node, signal, cids: { encode } } = context
  const mode = Object.hasOwn(MODES, type) ? MODES[type] : refuseType(type)
  const cids: CID[] = []

  for (const path of paths) {
    cids.push((await resolveText(path, context)).cid)
  }

  if (mode === 'not pinned') {
    throw new Error("invalid Pin Mode '4', must be one of {1, 2, 0, 3, 5}")
  }

  const pins: Array<CheckedPin | undefined> = mode === 'internal' ? [] : await checkPins(node, cids, { mode, signal })

  for (const [i, cid] of cids.entries()) {
    const pin = pins[i]

    if (pin == null) {
      throw new Error(`path '${paths[i]}' is not pinned`)
    }

    yield {
      Cid: encode(cid),
      Type: pin.mode === 'indirect' ? `indirect through ${encode(pin.through)}` : pin.mode,
      Name: withNames ? pin.name : ''
    }
  }
}
