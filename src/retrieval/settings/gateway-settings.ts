import type { ConfigStore } from '../../config/config-store.ts'
import { AUTO } from '../../config/values/auto-values.ts'

/**
 * The public gateway next to the delegated router that AutoConf recommends (docs.ipfs.tech/concepts/public-utilities).
 */
const RECOMMENDED = 'https://trustless-gateway.link'

/** A trustless gateway that is asked for all blocks. */
export interface GatewaySetting {
  /** Without a trailing slash. */
  url: string
  /**
   * Whether it is only asked after the providers of the content, because it is a shared public gateway that was not
   * configured explicitly.
   */
  isReserve: boolean
}

/**
 * Returns the gateways of `HTTPRetrieval.Gateways`. Kubo does not have this setting, because it asks peers. The default
 * is `auto`: the public gateway, or none if `AutoConf.Enabled` is false.
 */
export function gatewaySettings (config: ConfigStore, { auto }: { auto: boolean }): GatewaySetting[] {
  const isRecommended = auto && config.get<boolean | null>('AutoConf.Enabled') !== false
  const named = config.get<string[] | null>('HTTPRetrieval.Gateways') ?? [AUTO]
  const settings = named.flatMap((name) => {
    if (name !== AUTO) {
      return [{ url: name.replace(/\/+$/, ''), isReserve: false }]
    }

    return isRecommended ? [{ url: RECOMMENDED, isReserve: true }] : []
  })
  return [...new Map(settings.map((setting) => [setting.url, setting])).values()]
}
