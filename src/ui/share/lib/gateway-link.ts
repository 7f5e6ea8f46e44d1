/**
 * Returns the URL of a content on a gateway that the user chose.
 *
 * @returns undefined if the gateway's address is invalid
 */
export function gatewayLink (gateway: string, path: string): string | undefined {
  try {
    const url = new URL(/^[a-z]+:\/\//i.test(gateway.trim()) ? gateway.trim() : `https://${gateway.trim()}`)
    const place = url.pathname.replace(/\/(ip[fn]s\/?)?$/, '')
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== ''
      ? `${url.origin}${place}${path}`
      : undefined
  } catch {
    return undefined
  }
}
