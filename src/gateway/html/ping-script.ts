import { hashSource } from './hash-source.ts'

/**
 * Answers each `ping-wanted` message of the worker with a ping, as `answerPings` of the client library does. Pages of the gateway
 * have no other script, so it is inline.
 */
const INLINE = '(()=>{const c=navigator.serviceWorker;c.addEventListener("message",({data:d,source:s})=>{if(d?.type==="ping-wanted")s.postMessage({type:"ping"})});c.startMessages()})()'

/** A script by which a page keeps its worker alive. */
export interface PingScript {
  /** the element, as HTML */
  element: string
  /** what the policy of a page has to allow for it, as its directives */
  scriptSource: string
  frameSource?: string
}

/** The script for pages of the node's own origin. */
export function inlinePingScript (): PingScript {
  return { element: `<script>${INLINE}</script>`, scriptSource: hashSource(INLINE) }
}

/**
 * The script for pages of a site beside the node, which also pings the node through a frame.
 *
 * @param path - of the script that all pages of the site have
 * @param home - origin of the node
 */
export function linkPingScript (path: string, home: string): PingScript {
  return { element: `<script src="${path}"></script>`, scriptSource: "'self'", frameSource: home }
}

/** Returns a policy of the gateway's own pages that allows such a script, and other inline scripts by their hashes. */
export function allowPings (policy: string, { scriptSource, frameSource }: PingScript, others: readonly string[] = []): string {
  const scripts = [scriptSource, ...others.map(hashSource)].join(' ')
  return policy.replace("script-src 'none'", `script-src ${scripts}${frameSource == null ? '' : `; frame-src ${frameSource}`}`)
}
