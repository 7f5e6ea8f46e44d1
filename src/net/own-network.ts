/** What the place that a node is served from has for it (`/relay.json`): by these its visitors find each other. */
export interface OwnNetwork {
  /** multiaddrs of relays: peers to begin with, and to keep a place at */
  relays: readonly string[]
  /** base URLs of delegated routers, without a slash at their ends: asked, and told what is here */
  routers: readonly string[]
  /** another one whenever its routers know nothing any more of what they were told; left out where they forget nothing, or nobody says */
  memory?: string
}

/** Reads it. What is none of it counts as nothing. */
export function readOwnNetwork (value: unknown): OwnNetwork {
  const { relays, routers, memory } = Object(value) as { relays?: unknown, routers?: unknown, memory?: unknown }

  return {
    relays: texts(relays),
    routers: texts(routers).filter((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)).map((url) => url.replace(/\/+$/, '')),
    ...typeof memory === 'string' ? { memory } : {}
  }
}

function texts (value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
