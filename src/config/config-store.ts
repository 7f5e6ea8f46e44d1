import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../async/promises/if-found.ts'
import { setValue } from './changes/change-config.ts'
import { checkChange } from './changes/check-change.ts'
import { withValue } from './changes/with-value.ts'
import defaults from './default-config.json' with { type: 'json' }
import { usableConfig } from './document/usable-config.ts'
import type { ConfigProblem } from './document/usable-config.ts'
import { AUTO_CONF_KEY, AutoConfCache } from './values/auto-conf.ts'
import { checkDepth } from './values/check-depth.ts'
import { getIn, isObject, setIn } from './values/config.ts'
import type { Config, Json } from './values/config.ts'

/** Datastore key of the configuration. */
export const CONFIG_KEY = new Key('/local/config')
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * The node's configuration: JSON in Kubo's format (`docs/reference/config.md`), stored in the datastore, read
 * from memory.
 */
export interface ConfigStore {
  /** Returns the complete stored configuration, with invalid values, without the private key. Do not modify it. */
  all: () => Config
  /**
   * Returns the effective value at a dotted path, for example `Gateway.NoFetch`. Returns undefined if the value is not
   * set or unusable.
   */
  get: <T extends Json>(path: string) => T | undefined
  /** Returns the stored values that cannot be used. They are ignored, as if they were not set. */
  problems: () => readonly ConfigProblem[]
  /** The recommendations that `auto` stands for; undefined for those at build time. */
  readonly autoConf?: AutoConfCache
  /**
   * Sets and stores one value.
   *
   * @throws the errors of `setValue` and `update`
   */
  set: (path: string, value: Json) => Promise<void>
  /**
   * Replaces and stores the configuration. Changes run one after the other.
   *
   * @param change - returns the next configuration; an error leaves everything unchanged
   * @throws ConfigError for an invalid configuration (`checkChange`)
   */
  update: (change: (config: Config) => Config) => Promise<void>
}

/** The configuration of a new repo. */
export const DEFAULT_CONFIG: Config = defaults

export interface OpenConfigOptions {
  /** dotted paths to set before the start, stored like any other change */
  overrides?: Record<string, Json>
  /** dotted paths that differ from the defaults in a new repo; no effect on an existing one */
  initial?: Record<string, Json>
  /** The node's peer ID. It overrides a stored `Identity.PeerID`. */
  peerId?: string
}

/**
 * Opens the configuration of a repo; a new repo starts with Kubo's defaults. Never fails because of stored values:
 * unusable ones are ignored and listed in `problems`. Writes nothing if nothing changes.
 *
 * @throws an Error for an override that has no place or cannot be used
 */
export async function openConfig (
  data: Datastore,
  { overrides = {}, initial = {}, peerId }: OpenConfigOptions = {}
): Promise<ConfigStore> {
  const stored = await readStored(data)
  const autoConf = new AutoConfCache(await ifFound(() => data.get(AUTO_CONF_KEY)))
  let unreadable = stored?.problem
  let config = identified(setAll(stored?.config ?? structuredClone(DEFAULT_CONFIG), stored == null ? initial : {}))
  let last: Promise<void> = Promise.resolve()

  function identified (config: Config): Config {
    return peerId == null ? config : setIn(config, 'Identity.PeerID', peerId)
  }

  async function keep (next: Config): Promise<void> {
    await data.put(CONFIG_KEY, encoder.encode(JSON.stringify(next)))
    config = next
    unreadable = undefined
  }

  async function update (change: (config: Config) => Config): Promise<void> {
    const changed = last.then(async () => {
      const next = change(config)
      checkChange(config, next)
      await keep(next)
    })

    last = changed.catch(() => {}) // reported to the caller of that change
    await changed
  }

  // Not through `update`: a person that starts the node with a setting that locks everybody out can also start it
  // without.
  const started = identified(setAll(config, overrides))

  if (stored == null || JSON.stringify(started) !== JSON.stringify(config)) {
    await keep(started)
  }

  return {
    autoConf,
    all: () => config,
    get: <T extends Json>(path: string) => getIn(usableConfig(config).config, path) as T | undefined,
    problems: () => [...unreadable == null ? [] : [unreadable], ...usableConfig(config).problems],
    set: async (path, value) => {
      await update((config) => setValue(config, path, value))
    },
    update
  }
}

function setAll (config: Config, values: Record<string, Json>): Config {
  return Object.entries(values).reduce((config, [path, value]) => withValue(config, path, value), config)
}

/**
 * Returns the stored configuration, or the defaults if the stored value is not a configuration. Undefined in a new
 * repo.
 */
async function readStored (data: Datastore): Promise<{ config: Config; problem?: ConfigProblem } | undefined> {
  const bytes = await ifFound(() => data.get(CONFIG_KEY))

  if (bytes == null) {
    return undefined
  }

  try {
    const config = JSON.parse(decoder.decode(bytes)) as Json

    if (!isObject(config)) {
      throw new Error('it is no object')
    }

    checkDepth(config)
    return { config }
  } catch (err) {
    return {
      config: structuredClone(DEFAULT_CONFIG),
      problem: {
        key: '',
        message: `the configuration that is kept cannot be read, and the default settings are used: ${
          (err as Error).message
        }`,
        type: false
      }
    }
  }
}
