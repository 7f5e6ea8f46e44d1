/** What the place that a node is served from has for it (`/relay.json`): by these its visitors find each other. */
export interface OwnNetwork {
  /** multiaddrs of relays: peers to begin with, and to keep a place at */
  relays: readonly string[]
  /** base URLs of delegated routers, without a slash at their ends: asked, and told what is here */
  routers: readonly string[]
}

/** Reads it. What is none of it counts as nothing. */
export function readOwnNetwork (value: unknown): OwnNetwork {
  const { relays, routers } = Object(value) as { relays?: unknown, routers?: unknown }

  return {
    relays: texts(relays),
    routers: texts(routers).filter((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)).map((url) => url.replace(/\/+$/, ''))
  }
}

function texts (value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
