import { setValue } from './changes/change-config.ts'
import { DEFAULT_CONFIG } from './config-store.ts'
import type { Json } from './values/config.ts'

/**
 * Parses settings of a command line: JSON with dotted keys, as `{"Gateway.NoFetch": true}`.
 *
 * @throws an Error with a message for the user
 */
export function parseConfigOption (text: string): Record<string, Json> {
  let values: Json

  try {
    values = JSON.parse(text) as Json
  } catch (err) {
    throw new Error(`--config is no JSON: ${(err as Error).message}`)
  }

  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new Error('--config must be an object of dotted keys and their values, as {"Gateway.NoFetch": true}')
  }

  for (const [key, value] of Object.entries(values)) {
    try {
      setValue(DEFAULT_CONFIG, key, value)
    } catch (err) {
      throw new Error(`--config: ${key}: ${(err as Error).message}`)
    }
  }

  return values
}
