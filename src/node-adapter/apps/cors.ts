import type { ConfigStore } from '../../config/config-store.ts'

const LOCAL_HOSTS = ['127.0.0.1', '[::1]', 'localhost']

/** Origins of the IPFS Companion extension, in its two releases (Kubo `corehttp/commands.go`). */
const COMPANION_ORIGINS = [
  'chrome-extension://nibjojkomfdiaoajekhjakgkdhaomnch',
  'chrome-extension://hjoieblefckbooibpepigmacodalfndh'
]

const ALLOWED_HEADERS = ['origin', 'accept', 'content-type', 'x-requested-with']

/** Origins that may call the API: those of the configuration, the API's own addresses and the Companion extension. */
export interface CorsRules {
  origins: string[]
  methods: string[]
  credentials: boolean
}

export function corsRules (config: ConfigStore, port: number): CorsRules {
  const headers = config.get<Record<string, string[]>>('API.HTTPHeaders') ?? {}
  const list = (name: string): string[] => headers[name] ?? []
  const methods = list('Access-Control-Allow-Methods')

  return {
    origins: [
      ...list('Access-Control-Allow-Origin'),
      ...LOCAL_HOSTS.flatMap((host) => [`http://${host}:${port}`, `https://${host}:${port}`]),
      ...COMPANION_ORIGINS
    ],
    methods: methods.length > 0 ? methods : ['POST'],
    credentials: list('Access-Control-Allow-Credentials').some((value) => value.toLowerCase() === 'true')
  }
}

/**
 * Returns whether Kubo answers at all (go-ipfs-cmds `http/handler.go`). An origin or referer must be allowed, and a
 * client that claims to be a browser must send one of them. Not used for preflights.
 */
export function mayCall (request: Request, { origins }: CorsRules): boolean {
  const origin = request.headers.get('origin') ?? ''
  const referer = request.headers.get('referer') ?? ''
  const agent = request.headers.get('user-agent') ?? ''
  const allowed = (value: string): boolean => origins.includes('*') || origins.includes(value)

  if (origin !== '' && !allowed(origin)) {
    return false
  }

  if (referer !== '' && !allowed(refererOrigin(referer))) {
    return false
  }

  return request.method !== 'POST' || origin !== '' || referer !== '' || agent.includes('Electron') ||
    !agent.startsWith('Mozilla')
}

function refererOrigin (referer: string): string {
  try {
    const { protocol, host } = new URL(referer)
    return `${protocol}//${host}`
  } catch {
    return ''
  }
}

/** Answers a preflight (rs/cors): 204, with the permissions in the headers, if there are any. */
export function preflightResponse (request: Request, rules: CorsRules): Response {
  const headers = new Headers({ Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers' })
  const origin = request.headers.get('origin') ?? ''
  const method = request.headers.get('access-control-request-method') ?? ''
  const asked = request.headers.get('access-control-request-headers')

  if (originAllowed(origin, rules) && methodAllowed(method, rules) && (asked == null || headersAllowed(asked))) {
    allowOrigin(headers, origin, rules)
    headers.set('Access-Control-Allow-Methods', method)

    if (asked != null && asked !== '') {
      headers.set('Access-Control-Allow-Headers', asked)
    }
  }

  return new Response(null, { status: 204, headers })
}

/** Adds the CORS headers to the response of an actual request. */
export function withCors (request: Request, response: Response, rules: CorsRules): Response {
  const origin = request.headers.get('origin') ?? ''

  if (originAllowed(origin, rules) && methodAllowed(request.method, rules)) {
    allowOrigin(response.headers, origin, rules)
  }

  return response
}

/**
 * Returns whether an origin is allowed, case-insensitively and with one `*` as a wildcard. `mayCall` supports neither.
 */
function originAllowed (origin: string, { origins }: CorsRules): boolean {
  const lower = origin.toLowerCase()
  return origin !== '' && origins.some((allowed) => matchesOrigin(lower, allowed.toLowerCase()))
}

function matchesOrigin (origin: string, allowed: string): boolean {
  const star = allowed.indexOf('*')

  return star < 0
    ? origin === allowed
    : origin.length >= allowed.length - 1 && origin.startsWith(allowed.slice(0, star)) &&
      origin.endsWith(allowed.slice(star + 1))
}

function methodAllowed (method: string, { methods }: CorsRules): boolean {
  return method === 'OPTIONS' || methods.includes(method)
}

/**
 * Returns whether all requested headers are allowed. Browsers send the names in lower case, sorted and without
 * duplicates, and rs/cors relies on that.
 */
function headersAllowed (asked: string): boolean {
  const names = asked.split(',').map((name) => name.replace(/^[ \t]|[ \t]$/g, '')).filter((name) => name !== '')
  return names.every((name, i) => ALLOWED_HEADERS.includes(name) && (i === 0 || name > names[i - 1]))
}

function allowOrigin (headers: Headers, origin: string, { origins, credentials }: CorsRules): void {
  headers.set('Access-Control-Allow-Origin', origins.includes('*') ? '*' : origin)

  if (credentials) {
    headers.set('Access-Control-Allow-Credentials', 'true')
  }
}
