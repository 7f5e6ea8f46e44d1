import type { CID } from 'multiformats/cid'

/** A request for content, or a block of it that is about to be sent. */
export type Asked = { request: Request } | { cid: CID }

/**
 * Returns whether content must not be served from here. The front asks it for each request before it looks into its
 * cache, and for each block. Blocked requests go to the node, which answers them by its own rules.
 */
export type IsBlocked = (asked: Asked) => boolean | Promise<boolean>

/** The front of a deployment without content blocking. */
export const isNothingBlocked: IsBlocked = () => false
