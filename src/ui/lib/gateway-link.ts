/** Where a gateway that a person has chosen shows a content. @returns undefined where it is no address of one */
export function gatewayLink (gateway: string, path: string): string | undefined {
  try {
    const url = new URL(/^[a-z]+:\/\//i.test(gateway.trim()) ? gateway.trim() : `https://${gateway.trim()}`)
    const place = url.pathname.replace(/\/(ip[fn]s\/?)?$/, '')
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' ? `${url.origin}${place}${path}` : undefined
  } catch {
    return undefined
  }
}
