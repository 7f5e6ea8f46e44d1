/** Allows pages of any origin. Requests need a token, and cookies are not used. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '86400'
}

const HEADERS = { ...CORS, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

export function jsonResponse (status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...HEADERS, ...headers, 'Content-Type': 'application/json' }
  })
}

export function emptyResponse (status: number): Response {
  return new Response(null, { status, headers: HEADERS })
}

/** Creates an error response in the format of the API. */
export function refusedResponse (
  status: number,
  reason: string,
  details: string,
  headers: Record<string, string> = {}
): Response {
  return jsonResponse(status, { error: { reason, details } }, headers)
}
