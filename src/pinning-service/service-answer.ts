/** Pages of any origin may ask: what they need is a token, and no cookie counts. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '86400'
}

const HEADERS = { ...CORS, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

export function json (status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers, 'Content-Type': 'application/json' } })
}

export function empty (status: number): Response {
  return new Response(null, { status, headers: HEADERS })
}

/** The shape that the API gives to what was not done. */
export function refused (status: number, reason: string, details: string, headers: Record<string, string> = {}): Response {
  return json(status, { error: { reason, details } }, headers)
}
