import { readValue } from '../schema/read-value.ts'
import type { Config } from '../values/config.ts'
import { kuboSchema } from './kubo-schema.ts'

/**
 * Reads a configuration as Kubo does (Go's encoding/json into its structs): types are checked, names of fields are
 * case-insensitive, unknown fields are dropped. Missing values stay missing.
 *
 * @throws an Error with the message of Go or of Kubo's own types
 */
export function readConfig (config: Config): Config {
  return readValue(config, kuboSchema) as Config
}
