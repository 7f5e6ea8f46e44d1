import { isHomeFramePath } from '../src/client/home-origin.ts'
import { areaOf } from './area.ts'
import { withoutBase } from './base.ts'
import type { WorkerClient } from './worker-types.ts'

const IN_A_FRAME = 'the page stands in a frame, where the page around it could steer it; the node answers pages in a tab of their own (open the frame\'s address in a tab)'

/** What a worker knows of the sender of a request: no `Origin`, no `Sec-Fetch-*`, but the client and the request's own fields. */
export interface Sender {
  origin: string
  /** URL of the client that sent the request; undefined where the browser names none */
  clientUrl: string | undefined
  /** frame of the client: a page in somebody's frame is `nested` */
  frameType: string | undefined
  mode: RequestMode
  destination: RequestDestination
  referrer: string
}

/**
 * The reason why a request may not reach the RPC, in words for the developer of an app; undefined if it may. See {@link mayUseRpc}.
 */
export function rpcRefusal (sender: Sender): string | undefined {
  if (sender.mode === 'navigate' || sender.destination !== '') {
    return 'the RPC answers fetch and XMLHttpRequest of a page, not navigations and elements'
  }

  if (sender.frameType === 'nested') {
    return IN_A_FRAME
  }

  if (!isOwnPage(sender.clientUrl, sender.origin) || isContent(sender.referrer, sender.origin)) {
    return 'the RPC answers pages and workers of its own origin that are not content'
  }

  return undefined
}

/** The reason why a page may not use the RPC, as far as it shows before a request; undefined if it may. */
export function pageRefusal (source: Pick<WorkerClient, 'url' | 'frameType'> | null, origin: string): string | undefined {
  return source == null ? undefined : rpcRefusal({ origin, clientUrl: source.url, frameType: source.frameType, mode: 'cors', destination: '', referrer: '' })
}

/**
 * Whether a request may reach the RPC, which is the admin interface of the node.
 *
 * Only a page or worker of this origin that is not content: what stands under `/ipfs` and `/ipns` is anybody's. Navigations
 * are refused, because a foreign site can send a person (or a form) to any address of ours, and so is whatever has no known
 * client or one without an address of this origin (`about:srcdoc`, `blob:`).
 */
export function mayUseRpc (sender: Sender): boolean {
  return rpcRefusal(sender) == null
}

/**
 * Whether a message may change the node: it comes from a page of this origin that is not content, in a window of its own.
 *
 * @param source - who posted it
 */
export function mayCommand (source: Pick<WorkerClient, 'url' | 'frameType'> | null, origin: string): boolean {
  return source != null && (source.frameType === 'top-level' || source.frameType === 'auxiliary') && isOwnPage(source.url, origin)
}

/**
 * Whether a message comes from the frame of this node in a page of a site: it has been told by the browser who the site is, and
 * says nothing else. No content can be at its address.
 */
export function isHomeFrame (source: Pick<WorkerClient, 'url' | 'frameType'> | null, origin: string): boolean {
  const parsed = source?.frameType === 'nested' ? parse(source.url) : undefined
  return parsed != null && parsed.origin === origin && isHomeFramePath(withoutBase(parsed.pathname))
}

/**
 * Requests whose answer would be executed on this origin: the destinations that the Fetch standard calls script-like, and
 * `xslt`, of which it says that it can cause the execution of scripts. Modules of data (`json`, `style`, `text`) run nothing.
 */
const EXECUTED: readonly string[] = ['audioworklet', 'paintworklet', 'script', 'serviceworker', 'sharedworker', 'worker', 'xslt']

/**
 * Whether content may be used for what a request wants it for: it is anybody's and shares this origin with the RPC, so it is
 * shown and never executed, not even by a page that may use the RPC.
 */
export function mayUseContent (destination: RequestDestination): boolean {
  return !EXECUTED.includes(destination)
}

function isOwnPage (url: string | undefined, origin: string): boolean {
  const parsed = url == null ? undefined : parse(url)
  return parsed != null && /^https?:$/.test(parsed.protocol) && parsed.origin === origin && areaOf(parsed.pathname) === 'shell'
}

/** A client can hide its referrer but not forge another path of its origin into it without running script there. */
function isContent (referrer: string, origin: string): boolean {
  const parsed = parse(referrer)
  return parsed != null && parsed.origin === origin && areaOf(parsed.pathname) !== 'shell'
}

function parse (url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined // empty, `about:client`
  }
}
