import { configSection } from '../values/config-section.ts'
import { getIn } from '../values/config.ts'
import type { Config, Json } from '../values/config.ts'
import { withValue } from './with-value.ts'

/**
 * Returns the value at a dotted key (Kubo `repo/common.MapGetKV`).
 *
 * @throws an Error with Kubo's message if there is none
 */
export function getValue (config: Config, key: string): Json {
  const parts = key.split('.')
  let value: Json = config

  for (const [i, part] of parts.entries()) {
    const below: Config = configSection(value, parts, i)

    if (!Object.hasOwn(below, part)) {
      throw new Error(`${parts.slice(0, i + 1).join('.')} not found`)
    }

    value = below[part]
  }

  return value
}

/**
 * Sets one value (`withValue`) and checks that the result still fits this repo.
 *
 * @throws the errors of `withValue`, and an Error for a change that would cost the node its identity or its blocks
 */
export function setValue (config: Config, key: string, value: Json): Config {
  const next = withValue(config, key, value)
  checkUnchanged(config, next)
  return next
}

/** Keys that the node needs to start. Kubo accepts a change of them and fails at the next start. */
const FIXED: Array<[key: string, why: string]> = [
  ['Identity.PeerID', 'it follows from the private key'],
  ['Datastore.Spec.type', 'it is how the blocks of this repo are kept']
]

/**
 * Checks the values that the repo is bound to.
 *
 * @throws an Error if one of them differs; a value that was not set before may be anything, since nothing depends on it
 */
export function checkUnchanged (config: Config, next: Config): void {
  for (const [key, why] of FIXED) {
    const bound = getIn(config, key)

    if (bound !== undefined && bound !== getIn(next, key)) {
      throw new Error(`${key} cannot be changed: ${why}`)
    }
  }
}
