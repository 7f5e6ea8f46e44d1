import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import defaults from './default-config.json' with { type: 'json' }
import type { Config, Json } from './config.ts'
import { getIn, setIn } from './config-path.ts'

const CONFIG_KEY = new Key('/local/config')
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The node's configuration: JSON of Kubo's shape (`docs/config.md`), kept in the datastore, read from memory. */
export interface ConfigStore {
  /** The whole configuration, without the private key. Do not write to it. */
  all: () => Config
  /** The value at a dotted path such as `Gateway.NoFetch`; undefined where nothing is set. */
  get: <T extends Json>(path: string) => T | undefined
  /** Sets one value and keeps it. No validation: see `commands/config`. */
  set: (path: string, value: Json) => Promise<void>
  /** Puts another configuration in place of this one and keeps it. */
  replace: (config: Config) => Promise<void>
}

/**
 * Opens the configuration of a repo; a new repo starts with Kubo's defaults.
 *
 * @param overrides - dotted paths set before the start, kept like any other change
 */
export async function openConfig (data: Datastore, overrides: Record<string, Json> = {}): Promise<ConfigStore> {
  let config: Config = await data.has(CONFIG_KEY)
    ? JSON.parse(decoder.decode(await data.get(CONFIG_KEY))) as Config
    : structuredClone(defaults) as unknown as Config

  async function replace (next: Config): Promise<void> {
    await data.put(CONFIG_KEY, encoder.encode(JSON.stringify(next)))
    config = next
  }

  const store: ConfigStore = {
    all: () => config,
    get: <T extends Json>(path: string) => getIn(config, path) as T | undefined,
    set: async (path, value) => { await replace(setIn(config, path, value)) },
    replace
  }

  for (const [path, value] of Object.entries(overrides)) {
    config = setIn(config, path, value)
  }

  await replace(config)
  return store
}
