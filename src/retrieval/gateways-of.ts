import { AUTO } from '../config/auto-values.ts'
import type { ConfigStore } from '../config/config-store.ts'

/** The public utility beside the delegated router that AutoConf recommends (docs.ipfs.tech/concepts/public-utilities). */
const RECOMMENDED = 'https://trustless-gateway.link'

/** A trustless gateway that is asked for everything. */
export interface GatewaySetting {
  /** without a slash at its end */
  url: string
  /** asked only when those who have the content do not answer: it was not named by a person, and is many people's */
  isReserve: boolean
}

/**
 * The gateways of `HTTPRetrieval.Gateways`, a setting that Kubo does not have: it has peers to ask. Where nothing is set it stands
 * for `auto`, which is the public one, and for none where `AutoConf.Enabled` is false.
 */
export function gatewaysOf (config: ConfigStore, { auto }: { auto: boolean }): GatewaySetting[] {
  const isRecommended = auto && config.get<boolean | null>('AutoConf.Enabled') !== false
  const named = config.get<string[] | null>('HTTPRetrieval.Gateways') ?? [AUTO]
  const settings = named.flatMap((name) => name !== AUTO ? [{ url: name.replace(/\/+$/, ''), isReserve: false }] : isRecommended ? [{ url: RECOMMENDED, isReserve: true }] : [])
  return [...new Map(settings.map((setting) => [setting.url, setting])).values()]
}
