import { isHomeFramePath } from '../../src/client/protocol/home-origin.ts'
import { areaOf } from './area.ts'
import { withoutBase } from './base-path.ts'

const FRAMED =
  'the page is in a frame, and the page around it could control it; the node answers only pages in a tab of their ' +
  'own (open the address of the frame in a tab)'

/**
 * The sender of a request, as far as a worker knows it: the client and fields of the request, but no `Origin` and no
 * `Sec-Fetch-*`.
 */
export interface Sender {
  origin: string
  /** URL of the client that sent the request; undefined if the browser names none */
  clientUrl: string | undefined
  /** frame type of the client; `nested` for a page in a frame */
  frameType: string | undefined
  mode: RequestMode
  destination: RequestDestination
  referrer: string
}

/** The sender of a message event, as far as the guard looks at it: a client, a port, or another service worker. */
export type MessageSource = ExtendableMessageEvent['source'] | Pick<Client, 'url' | 'frameType'>

/** Whether a message comes from a page or a worker. */
export function isClient (source: MessageSource): source is Pick<Client, 'url' | 'frameType'> {
  return source != null && 'frameType' in source
}

/**
 * Returns the reason why a request may not use the RPC, for app developers; undefined if it may. See {@link mayUseRpc}.
 */
export function rpcRefusal (sender: Sender): string | undefined {
  if (sender.mode === 'navigate' || sender.destination !== '') {
    return 'the RPC answers fetch and XMLHttpRequest of a page, not navigations and elements'
  }

  if (sender.frameType === 'nested') {
    return FRAMED
  }

  if (!isOwnPage(sender.clientUrl, sender.origin) || isContent(sender.referrer, sender.origin)) {
    return 'the RPC answers pages and workers of its own origin that are not content'
  }

  return undefined
}

/** Returns the reason why a page may not use the RPC, as far as known before a request; undefined if it may. */
export function pageRefusal (
  source: MessageSource,
  origin: string
): string | undefined {
  return source == null
    ? undefined
    : rpcRefusal({
      origin,
      clientUrl: isClient(source) ? source.url : undefined,
      frameType: isClient(source) ? source.frameType : undefined,
      mode: 'cors',
      destination: '',
      referrer: ''
    })
}

/**
 * Whether a request may use the RPC, which is the admin interface of the node.
 *
 * Only pages and workers of this origin may, except content: paths below `/ipfs` and `/ipns` are untrusted. Navigations
 * are refused, because a foreign site can send users and forms to any URL of this origin. Requests without a known
 * client, or with a client without a URL of this origin (`about:srcdoc`, `blob:`), are refused too.
 */
export function mayUseRpc (sender: Sender): boolean {
  return rpcRefusal(sender) == null
}

/**
 * Whether a message may change the node: it comes from a page of this origin that is not content, in a tab or window of
 * its own.
 *
 * @param source - the client that sent it
 */
export function mayCommand (source: MessageSource, origin: string): boolean {
  return isClient(source) && (source.frameType === 'top-level' || source.frameType === 'auxiliary') &&
    isOwnPage(source.url, origin)
}

/**
 * Whether a message comes from the frame of this node in a page of a site. The frame learns the origin of the site from
 * the browser, and relays nothing else. No content can be at its address.
 */
export function isHomeFrame (source: MessageSource, origin: string): boolean {
  const parsed = isClient(source) && source.frameType === 'nested' ? parseUrl(source.url) : undefined
  return parsed != null && parsed.origin === origin && isHomeFramePath(withoutBase(parsed.pathname))
}

/**
 * Destinations that execute a response on this origin: those that the Fetch standard calls script-like, and `xslt`,
 * which can cause script execution. Data modules (`json`, `style`, `text`) execute nothing.
 */
const EXECUTED: readonly string[] = [
  'audioworklet',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'worker',
  'xslt'
]

/**
 * Whether content may be used for a request destination. Content is untrusted and shares this origin with the RPC: it
 * is displayed and never executed, not even by a page that may use the RPC.
 */
export function mayUseContent (destination: RequestDestination): boolean {
  return !EXECUTED.includes(destination)
}

function isOwnPage (url: string | undefined, origin: string): boolean {
  const parsed = url == null ? undefined : parseUrl(url)
  return parsed != null && /^https?:$/.test(parsed.protocol) && parsed.origin === origin &&
    areaOf(parsed.pathname) === 'shell'
}

/**
 * Whether a referrer is a page of content. A client can hide its referrer, but cannot forge another path of its origin
 * without running a script there.
 */
function isContent (referrer: string, origin: string): boolean {
  const parsed = parseUrl(referrer)
  return parsed != null && parsed.origin === origin && areaOf(parsed.pathname) !== 'shell'
}

function parseUrl (url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined // empty, or `about:client`
  }
}
