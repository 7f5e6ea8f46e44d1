import { hashSource } from './policy-source.ts'

/**
 * Answers each `ping-wanted` message of the worker with a ping, like `answerPings` of the client library. It is inline,
 * because pages of the gateway have no other script.
 */
const INLINE = '(()=>{const c=navigator.serviceWorker;c.addEventListener("message",({data:d,source:s})=>' +
  '{if(d?.type==="ping-wanted")s.postMessage({type:"ping"})});c.startMessages()})()'

/** A script with which a page keeps its worker alive. */
export interface PingScript {
  /** script element, as HTML */
  element: string
  /** sources that the policy of a page must allow for it */
  scriptSource: string
  frameSource?: string
}

/** Returns the script for pages of the node's own origin. */
export function inlinePingScript (): PingScript {
  return { element: `<script>${INLINE}</script>`, scriptSource: hashSource(INLINE) }
}

/**
 * Returns the script for pages of a site, which also pings the home node through a frame.
 *
 * @param path - path of the script that all pages of the site load
 * @param home - origin of the home node
 */
export function linkPingScript (path: string, home: string): PingScript {
  return { element: `<script src="${path}"></script>`, scriptSource: "'self'", frameSource: home }
}

/**
 * Returns a policy of the gateway's own pages that allows such a script, and further inline scripts by their hashes.
 */
export function allowPings (
  policy: string,
  { scriptSource, frameSource }: PingScript,
  sources: readonly string[] = []
): string {
  const scripts = [scriptSource, ...sources.map(hashSource)].join(' ')
  return policy.replace(
    "script-src 'none'",
    `script-src ${scripts}${frameSource == null ? '' : `; frame-src ${frameSource}`}`
  )
}
