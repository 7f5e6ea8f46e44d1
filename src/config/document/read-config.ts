import { readValue } from '../schema/read-value.ts'
import type { Config } from '../values/config.ts'
import { kuboSchema } from './kubo-schema.ts'

/**
 * A configuration as Kubo reads one (Go's encoding/json into its structs): checked by type, names of fields in any
 * case, unknown fields dropped. What is not given stays missing.
 *
 * @throws an Error with the words of Go or of Kubo's own types
 */
export function readConfig (config: Config): Config {
  return readValue(config, kuboSchema) as Config
}
