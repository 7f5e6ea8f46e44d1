import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../async/promises/if-found.ts'
import { setValue } from './changes/change-config.ts'
import { checkChange } from './changes/check-change.ts'
import { withValue } from './changes/with-value.ts'
import defaults from './default-config.json' with { type: 'json' }
import { usableConfig } from './document/usable-config.ts'
import { checkDepth } from './values/check-depth.ts'
import { getIn, setIn } from './values/config-path.ts'
import type { ConfigProblem } from './values/config-problem.ts'
import { isObject } from './values/config.ts'
import type { Config, Json } from './values/config.ts'

/** Where it is kept. */
export const CONFIG_KEY = new Key('/local/config')
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The node's configuration: JSON of Kubo's shape (`docs/config.md`), kept in the datastore, read from memory. */
export interface ConfigStore {
  /** The whole configuration as it is kept, good or bad, without the private key. Do not write to it. */
  all: () => Config
  /**
   * The value that counts at a dotted path such as `Gateway.NoFetch`; undefined where none is set, or one that cannot
   * be used.
   */
  get: <T extends Json>(path: string) => T | undefined
  /** What is kept and cannot be used: it is ignored, as if it were not set. */
  problems: () => readonly ConfigProblem[]
  /** Sets one value and keeps it. @throws an Error as `setValue` and `update` do */
  set: (path: string, value: Json) => Promise<void>
  /**
   * Puts another configuration in place of this one and keeps it, one change after the other.
   *
   * @param change - gives the next configuration; what it throws leaves all as it was
   * @throws ConfigError for one that must not be (`checkChange`)
   */
  update: (change: (config: Config) => Config) => Promise<void>
}

/** The configuration of a new repo. */
export const DEFAULT_CONFIG: Config = defaults

export interface OpenConfigOptions {
  /** dotted paths set before the start, kept like any other change */
  overrides?: Record<string, Json>
  /** dotted paths that a new repo starts with in place of their defaults; of no effect on one that is there */
  initial?: Record<string, Json>
  /** who the node is: stands at `Identity.PeerID`, whatever is kept there */
  peerId?: string
}

/**
 * Opens the configuration of a repo; a new repo starts with Kubo's defaults. Whatever is kept, it opens: what of it
 * cannot be used is ignored and is among the `problems`. Nothing is written where nothing changes.
 *
 * @throws an Error for an override that has no place or cannot be used
 */
export async function openConfig (
  data: Datastore,
  { overrides = {}, initial = {}, peerId }: OpenConfigOptions = {}
): Promise<ConfigStore> {
  const stored = await readStored(data)
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

    last = changed.catch(() => {}) // told to the one who asked for that change
    await changed
  }

  // not by `update`: who starts the node with a setting that locks everybody out can start it without
  const started = identified(setAll(config, overrides))

  if (stored == null || JSON.stringify(started) !== JSON.stringify(config)) {
    await keep(started)
  }

  return {
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

/** What is kept; the defaults where that is no configuration at all. Undefined in a new repo. */
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
