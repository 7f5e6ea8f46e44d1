/** Header of every answer of the node's RPC in a service worker: the version of the worker. */
export const VERSION_HEADER = 'X-Swipfs-Version'

/** Header of a refusal of the node (403): the reason. The body has it too. */
export const REFUSED_HEADER = 'X-Swipfs-Refused'

/**
 * Whether an answer below `/api/v0` is certainly not one of a node: no command answers with a page, and a page that no worker controls
 * reaches the host.
 *
 * @param isControlled - undefined where that cannot be known, as in a dedicated worker
 */
export function isOfHost ({ headers, ok }: Pick<Response, 'headers' | 'ok'>, isControlled: boolean | undefined): boolean {
  if (headers.has(VERSION_HEADER) || headers.get('Server')?.startsWith('kubo/') === true) {
    return false
  }

  return /^text\/html\b/i.test(headers.get('Content-Type') ?? '') || (!ok && isControlled === false)
}
