import { getIn } from '../values/config-path.ts'
import type { Config, Json } from '../values/config.ts'
import { section } from '../values/section.ts'
import { withValue } from './with-value.ts'

/**
 * The value at a dotted key (Kubo `repo/common.MapGetKV`).
 *
 * @throws an Error with Kubo's words when there is none
 */
export function getValue (config: Config, key: string): Json {
  const parts = key.split('.')
  let value: Json = config

  for (const [i, part] of parts.entries()) {
    const below: Config = section(value, parts, i)

    if (!Object.hasOwn(below, part)) {
      throw new Error(`${parts.slice(0, i + 1).join('.')} not found`)
    }

    value = below[part]
  }

  return value
}

/**
 * A configuration with one value set (`withValue`) that stays the configuration of this repo.
 *
 * @throws as `withValue` does, and for what would leave the node without its identity or its blocks
 */
export function setValue (config: Config, key: string, value: Json): Config {
  const next = withValue(config, key, value)
  checkUnchanged(config, next)
  return next
}

/** What the node could not start with again. Kubo lets it be written and fails at the next start. */
const FIXED: Array<[key: string, why: string]> = [
  ['Identity.PeerID', 'it follows from the private key'],
  ['Datastore.Spec.type', 'it is how the blocks of this repo are kept']
]

/**
 * @throws an Error when a value differs that the repo is bound to; where none was known any will do, for none is gone
 *   by
 */
export function checkUnchanged (config: Config, next: Config): void {
  for (const [key, why] of FIXED) {
    const bound = getIn(config, key)

    if (bound !== undefined && bound !== getIn(next, key)) {
      throw new Error(`${key} cannot be changed: ${why}`)
    }
  }
}
