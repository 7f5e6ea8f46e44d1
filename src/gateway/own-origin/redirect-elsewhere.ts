/** Returns a redirect that is not cached: another host may serve this address later, and have no own origins. */
export function leadElsewhere (url: string): Response {
  return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'no-store' } })
}
