/** Header of every RPC answer of a node in a service worker: the version of the worker. */
export const VERSION_HEADER = 'X-Swipfs-Version'

/** Header of a refusal (403): the reason, which is also in the body. */
export const REFUSED_HEADER = 'X-Swipfs-Refused'

/**
 * Whether an answer below `/api/v0` certainly comes from the host instead of a node: no command answers with an HTML
 * page, and requests of a page without a worker reach the host.
 *
 * @param isControlled - undefined if unknown, as in a dedicated worker
 */
export function isOfHost (
  { headers, ok }: Pick<Response, 'headers' | 'ok'>,
  isControlled: boolean | undefined
): boolean {
  if (headers.has(VERSION_HEADER) || headers.get('Server')?.startsWith('kubo/') === true) {
    return false
  }

  return /^text\/html\b/i.test(headers.get('Content-Type') ?? '') || (!ok && isControlled === false)
}
