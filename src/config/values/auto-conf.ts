import { Key } from 'interface-datastore'
import fallback from './autoconf-fallback.json' with { type: 'json' }
import { getIn } from './config.ts'
import type { Config } from './config.ts'

/** Datastore key of the recommendations that were fetched last. */
export const AUTO_CONF_KEY = new Key('/local/autoconf')

/** Where the operators of the public network publish their recommendations. */
const MAINNET_URL = 'https://conf.ipfs-mainnet.org/autoconf.json'

/** Values that the operators of a network recommend: the part of an `autoconf.json` that is used. */
export interface Recommended {
  AutoConfVersion: number
  /** Seconds after which they should be fetched again; 0 for no opinion. */
  AutoConfTTL?: number
  /** Bootstrap peers by routing system. */
  Bootstrap: Record<string, string[]>
  /** DNS-over-HTTPS servers by domain. */
  DNSResolvers: Record<string, string[]>
  DelegatedEndpoints: Array<{ URL: string; Systems: string[]; Read: string[]; Write: string[] }>
}

/** Fetched recommendations, as they are stored. */
export interface KeptAutoConf {
  url: string
  /** the validators of the answer; empty if it had none */
  etag: string
  lastModified: string
  /** the last time when they were current, in milliseconds since 1970 */
  checkedMs: number
  recommended: Recommended
}

/** Returns the URL of the recommendations (`AutoConf.URL`). */
export function autoConfUrl (config: Config): string {
  const url = getIn(config, 'AutoConf.URL')
  return typeof url === 'string' && url !== '' ? url : MAINNET_URL
}

/** Whether `auto` stands for recommendations (`AutoConf.Enabled`). */
export function isAutoConfEnabled (config: Config): boolean {
  return getIn(config, 'AutoConf.Enabled') !== false
}

/** The recommendations that a node has: those that were fetched last, or else those that were known at build time. */
export class AutoConfCache {
  #row: Uint8Array | undefined
  #kept: KeptAutoConf | undefined
  /** Called when a node uses the recommendations; must not throw. */
  onUse = (): void => {}

  /** @param row - the stored row of an earlier run; a malformed one is ignored */
  constructor (row?: Uint8Array) {
    this.#row = row
  }

  /** The recommendations that were fetched last. The row is parsed at their first use: most starts need none. */
  get kept (): KeptAutoConf | undefined {
    const row = this.#row
    this.#row = undefined

    try {
      return this.#kept ??= row == null ? undefined : JSON.parse(new TextDecoder().decode(row)) as KeptAutoConf
    } catch {
      return undefined // it is fetched again
    }
  }

  set kept (kept: KeptAutoConf | undefined) {
    this.#row = undefined
    this.#kept = kept
  }

  /** Returns what `auto` stands for in a configuration. Fetches nothing. */
  recommended (config: Config): Recommended {
    this.onUse()
    return this.kept?.url === autoConfUrl(config) ? this.kept.recommended : BUILT_IN
  }
}

/** The recommendations at build time. */
export const BUILT_IN: Recommended = fallback
