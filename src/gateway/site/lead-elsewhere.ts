/** Returns a redirect that no cache keeps: another host may serve this address one day, and have no origins for sites. */
export function leadElsewhere (url: string): Response {
  return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'no-store' } })
}
