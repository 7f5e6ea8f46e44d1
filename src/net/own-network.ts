/** The own network of a deployment (`/relay.json`): relays and routers through which its visitors find each other. */
export interface OwnNetwork {
  /** Multiaddrs of relays, used as bootstrap peers and for reservations. */
  relays: readonly string[]
  /** Base URLs of delegated routers, without a trailing slash, used for lookup and for announcements. */
  routers: readonly string[]
  /**
   * An ID that changes when the routers have lost their records; omitted if they persist them, or the deployment does
   * not say.
   */
  memory?: string
}

/** Parses the file. Ignores malformed parts. */
export function readOwnNetwork (value: unknown): OwnNetwork {
  const { relays, routers, memory } = Object(value) as { relays?: unknown; routers?: unknown; memory?: unknown }

  return {
    relays: onlyTexts(relays),
    routers: onlyTexts(routers).filter((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)).map((
      url
    ) => url.replace(/\/+$/, '')),
    ...typeof memory === 'string' ? { memory } : {}
  }
}

function onlyTexts (value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
