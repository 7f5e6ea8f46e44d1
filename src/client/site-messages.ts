/**
 * What a site (`LABEL.ipfs.HOST`), its worker and the frame of the node beside it (its home) say to each other. A page of a site
 * opens the frame, the frame hands it a port of the home's worker, the page gives that to the worker of the site.
 */

/** From the site's worker to its pages: who gets a port of the home should send it. */
export interface HomeWanted { type: 'swipfs-home-wanted' }

/** From a page to the site's worker: a port of the home, then one for the answer. */
export interface HomePort { type: 'swipfs-home-port' }

/** The answer to it: the site has a home now, or why not. */
export interface HomePortAnswer { type: 'swipfs-home-port', error?: string }

/** From a page to the site's worker: no port could be had. */
export interface HomeAway { type: 'swipfs-home-away', reason: string }

/** From a page to the home's frame. */
export interface PortWanted { type: 'swipfs-port-wanted' }

/** From a page to the home's frame, which pings the worker of the home. */
export interface PingHome { type: 'swipfs-ping' }

/** From the frame to the page: it is there; it tries; the port; why there is none. */
export type FrameAnswer = { type: 'swipfs-frame' } | { type: 'swipfs-trying' } | { type: 'swipfs-port' } | { type: 'swipfs-no-port', reason: string }

/** Whether data is a message of this type; whoever may post can post anything. */
export function isSiteMessage<T extends HomeWanted | HomePort | HomePortAnswer | HomeAway | PortWanted | PingHome | FrameAnswer> (data: unknown, type: T['type']): data is T {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type
}
