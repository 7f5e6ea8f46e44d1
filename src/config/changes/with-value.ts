import { checkKey } from '../document/check-key.ts'
import { usableConfig } from '../document/usable-config.ts'
import { checkDepth } from '../values/check-depth.ts'
import { configSection } from '../values/config-section.ts'
import type { Config, Json } from '../values/config.ts'

/**
 * Sets one value and checks it (Kubo `fsrepo.SetConfigKey`). Invalid values elsewhere do not prevent that.
 *
 * @throws an Error with Kubo's message if the key or the type of the value is wrong, and an Error for a value that the
 *   code which reads it could not use
 */
export function withValue (config: Config, key: string, value: Json): Config {
  checkKey(key)
  checkDepth(value)
  const next = putValue(config, key.split('.'), 0, value) as Config
  const problem = usableConfig(next).problems.find((problem) =>
    isWithin(problem.key, key) || isWithin(key, problem.key)
  )

  if (problem != null) {
    throw new Error(problem.type ? `failure to decode config: ${problem.message}` : problem.message)
  }

  return next
}

function putValue (config: Json, parts: string[], i: number, value: Json): Json {
  const below = configSection(config, parts, i)
  const part = parts[i]
  return { ...below, [part]: i === parts.length - 1 ? value : putValue(below[part] ?? {}, parts, i + 1, value) }
}

function isWithin (key: string, other: string): boolean {
  return key === other || key.startsWith(`${other}.`)
}
