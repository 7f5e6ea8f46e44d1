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
  /**
   * Puts another configuration in place of this one and keeps it, one change after the other.
   *
   * @param change - gives the next configuration; what it throws leaves all as it was
   */
  update: (change: (config: Config) => Config) => Promise<void>
}

/** The configuration of a new repo. */
export const DEFAULT_CONFIG: Config = defaults

/**
 * Opens the configuration of a repo; a new repo starts with Kubo's defaults.
 *
 * @param overrides - dotted paths set before the start, kept like any other change
 * @param initial - dotted paths that a new repo starts with in place of their defaults; of no effect on one that is there
 */
export async function openConfig (data: Datastore, overrides: Record<string, Json> = {}, initial: Record<string, Json> = {}): Promise<ConfigStore> {
  let config: Config = await data.has(CONFIG_KEY)
    ? JSON.parse(decoder.decode(await data.get(CONFIG_KEY))) as Config
    : setAll(structuredClone(DEFAULT_CONFIG), initial)

  let last: Promise<void> = Promise.resolve()

  async function update (change: (config: Config) => Config): Promise<void> {
    const changed = last.then(async () => {
      const next = change(config)
      await data.put(CONFIG_KEY, encoder.encode(JSON.stringify(next)))
      config = next
    })

    last = changed.catch(() => {}) // told to the one who asked for that change
    await changed
  }

  await update((config) => setAll(config, overrides))

  return {
    all: () => config,
    get: <T extends Json>(path: string) => getIn(config, path) as T | undefined,
    set: async (path, value) => { await update((config) => setIn(config, path, value)) },
    update
  }
}

function setAll (config: Config, values: Record<string, Json>): Config {
  return Object.entries(values).reduce((config, [path, value]) => setIn(config, path, value), config)
}
