/**
 * Messages between a site (`LABEL.ipfs.HOST`), its worker and the frame of its home node. A page of a site opens the
 * frame, the frame gives it a port of the home's worker, and the page passes that to the worker of the site.
 */

/**
 * From the site's worker to its pages, with a port for the answer: asks whether the page can get a port of the home.
 */
export interface HomeWanted {
  type: 'swipfs-home-wanted'
}

/** From the worker to one page that can, on the port of the question: get a port now. */
export interface HomeGo {
  type: 'swipfs-home-go'
}

/**
 * From a page to the worker, on the port of the question: it is ready; the port of the home; the reason why there is
 * none.
 */
export type PageAnswer = { type: 'swipfs-home-ready' } | { type: 'swipfs-home-port' } | {
  type: 'swipfs-home-away'
  reason: string
}

/** From a page that was opened to get a port, to the site's worker: the port of the home, and a port for the answer. */
export interface HomePort {
  type: 'swipfs-home-port'
}

/** The answer to {@link HomePort}: the site is connected, or the reason why it is not. */
export interface HomePortAnswer {
  type: 'swipfs-home-port'
  error?: string
  /** whether the home's worker ended during the attempt: another attempt may succeed at once */
  hasEnded?: boolean
}

/** From such a page to the site's worker: it could not get a port. */
export interface HomeAway {
  type: 'swipfs-home-away'
  reason: string
}

/** From such a page to the site's worker, with a port for the answer: asks whether the home is connected by now. */
export interface HomeKnown {
  type: 'swipfs-home-known'
}

/** The answer to {@link HomeKnown}. */
export interface HomeKnownAnswer {
  type: 'swipfs-home-known'
  open: boolean
}

/** From a page to the frame of its own site, with the port of the worker's question: answer it. */
export interface FrameGo {
  type: 'swipfs-frame-go'
}

/** The answer of the frame, on a separate port: it has started, and it has answered the worker. */
export type FrameState = { type: 'swipfs-frame-begun' } | { type: 'swipfs-frame-done' }

/** From a page to the home's frame: asks for a port. */
export interface PortWanted {
  type: 'swipfs-port-wanted'
}

/** From a page to the home's frame, also through a frame of the site: it pings the worker of the home. */
export interface PingHome {
  type: 'swipfs-ping'
}

/** From a page to a frame of its site, and on to the home's: keep the home alive while its node has peers. */
export interface KeepHome {
  type: 'swipfs-keep-home'
}

/** From the home's frame to the page: it is loaded; it is trying; the port; the reason why there is none. */
export type FrameAnswer = { type: 'swipfs-frame' } | { type: 'swipfs-trying' } | { type: 'swipfs-port' } | {
  type: 'swipfs-no-port'
  reason: string
}

type SiteMessage =
  | HomeWanted
  | HomeGo
  | PageAnswer
  | HomePort
  | HomePortAnswer
  | HomeAway
  | HomeKnown
  | HomeKnownAnswer
  | FrameGo
  | FrameState
  | PortWanted
  | PingHome
  | KeepHome
  | FrameAnswer

/** Whether data is a message of this type. Messages are untrusted. */
export function isSiteMessage<T extends SiteMessage> (data: unknown, type: T['type']): data is T {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type
}
