import { checkKey } from './check-key.ts'
import type { Config, Json } from './config.ts'
import { readConfig } from './read-config.ts'

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
 * A configuration with one value set, checked as a whole (Kubo `fsrepo.SetConfigKey`).
 *
 * @throws an Error with Kubo's words when the key or the type of the value is wrong, or for what would leave the node without its identity or its blocks
 */
export function setValue (config: Config, key: string, value: Json): Config {
  checkKey(key)
  const next = put(config, key.split('.'), 0, value) as Config

  try {
    readConfig(next)
  } catch (err) {
    throw new Error(`failure to decode config: ${(err as Error).message}`)
  }

  checkUnchanged(config, next)
  return next
}

function put (config: Json, parts: string[], i: number, value: Json): Json {
  const below = section(config, parts, i)
  const part = parts[i]
  return { ...below, [part]: i === parts.length - 1 ? value : put(below[part] ?? {}, parts, i + 1, value) }
}

function section (value: Json, parts: string[], i: number): Config {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${parts.slice(0, i).join('.')} key is not a map`)
  }

  return value
}

/** What the node could not start with again. Kubo lets it be written and fails at the next start. */
const FIXED: Array<[key: string, why: string]> = [
  ['Identity.PeerID', 'it follows from the private key'],
  ['Datastore.Spec.type', 'it is how the blocks of this repo are kept']
]

/** @throws an Error when a value differs that the repo is bound to */
export function checkUnchanged (config: Config, next: Config): void {
  for (const [key, why] of FIXED) {
    if (valueOrNone(config, key) !== valueOrNone(next, key)) {
      throw new Error(`${key} cannot be changed: ${why}`)
    }
  }
}

function valueOrNone (config: Config, key: string): Json | undefined {
  try {
    return getValue(config, key)
  } catch {
    return undefined // no such key in this one
  }
}
