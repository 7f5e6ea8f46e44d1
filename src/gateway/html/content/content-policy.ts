import { htmlTokens } from './html-tokens.ts'

/**
 * Directives that apply to frames, and to script elements. The first existing one applies (CSP Level 3, section 6.8).
 */
const FRAME = ['frame-src', 'child-src', 'default-src']
const SCRIPT = ['script-src-elem', 'script-src', 'default-src']
/** Elements that do not end a head (HTML standard, section 13.2.6.4.4). */
const HEAD_ELEMENTS = new Set([
  'html',
  'head',
  'base',
  'basefont',
  'bgsound',
  'link',
  'meta',
  'noframes',
  'noscript',
  'script',
  'style',
  'template',
  'title'
])
const REFERENCES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#x22;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&'
}

/** Sources that a document needs in addition to the policy of its content. */
export interface NeededSources {
  /** URL of the script */
  script: string
  /** URL of the frame, on the document's own origin */
  frame: string
  /** nonce of the script, required by policies with `strict-dynamic` */
  nonce: string
}

/** Returns the Content-Security-Policies in `meta` elements within the beginning of a document. */
export function metaPolicies (start: string): string[] {
  const found: string[] = []

  // An XML element may be self-closing unlike in HTML, so each one is parsed separately.
  for (const [element] of start.matchAll(/<meta\s(?:[^>"']|"[^"]*"|'[^']*')*>/gi)) {
    const { attributes } = htmlTokens(element).next().value ?? { attributes: new Map<string, string>() }

    if (attributes.get('http-equiv')?.trim().toLowerCase() === 'content-security-policy') {
      found.push(
        (attributes.get('content') ?? '').replace(
          /&(?:quot|apos|amp|#34|#39|#x22|#x27);/gi,
          (reference) => REFERENCES[reference.toLowerCase()]
        )
      )
    }
  }

  return found
}

/**
 * Whether the beginning of a document contains its whole head, where its policies are. Only elements of a head may
 * follow the start of a document before its body.
 *
 * @param start - one character per byte, or per UTF-16 code unit
 */
export function hasCompleteHead (start: string): boolean {
  let templates = 0

  for (const { kind, name } of htmlTokens(start)) {
    if (name === 'template') {
      templates += kind === 'start' ? 1 : -1
    } else if (
      templates <= 0 && ((kind === 'start' && !HEAD_ELEMENTS.has(name)) || (kind === 'end' && name === 'head'))
    ) {
      return true
    }
  }

  return false
}

/** Whether a policy allows a document to frame its own origin. */
export function allowsOwnFrames (policy: string, origin: string): boolean {
  return allowsOrigin(sourcesOf(parseDirectives(policy), FRAME), origin)
}

/**
 * Adds the sources of the worker's script to a `Content-Security-Policy` header: its URL to the scripts, the URL of its
 * frame to the frames. Leaves everything else unchanged.
 */
export function allowNeeded (header: string, { script, frame, nonce }: NeededSources): string {
  const { origin } = new URL(script)

  return header.split(',').map((policy) => {
    const parsed = parseDirectives(policy)
    const scripts = sourcesOf(parsed, SCRIPT)
    const added: string[] = []

    if (scripts?.includes("'strict-dynamic'") === true) {
      added.push(`script-src-elem ${[...scripts, `'nonce-${nonce}'`].join(' ')}`)
    } else if (!allowsOrigin(scripts, origin)) {
      added.push(`script-src-elem ${[...withoutNone(scripts), script].join(' ')}`)
    }

    const frames = sourcesOf(parsed, FRAME)

    if (!allowsOrigin(frames, origin)) {
      added.push(`frame-src ${[...withoutNone(frames), frame].join(' ')}`)
    }

    const replaced = new Set(added.map((directive) => directive.split(' ', 1)[0]))
    return added.length === 0
      ? policy
      : [
        ...[...parsed].filter(([name]) => !replaced.has(name)).map(([name, sources]) => [name, ...sources].join(' ')),
        ...added
      ].join('; ')
  }).join(', ')
}

/** Parses the directives of one policy. The first directive of a name applies. */
function parseDirectives (policy: string): Map<string, string[]> {
  const found = new Map<string, string[]>()

  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/)

    if (name !== '' && !found.has(name.toLowerCase())) {
      found.set(name.toLowerCase(), sources)
    }
  }

  return found
}

function sourcesOf (policy: ReadonlyMap<string, string[]>, names: readonly string[]): string[] | undefined {
  const name = names.find((name) => policy.has(name))
  return name == null ? undefined : policy.get(name)
}

/** Whether sources certainly include a whole origin. */
function allowsOrigin (sources: readonly string[] | undefined, origin: string): boolean {
  const { protocol } = new URL(origin)
  return sources == null ||
    sources.some((source) => [`'self'`, '*', protocol, origin, `${origin}/`].includes(source.toLowerCase()))
}

function withoutNone (sources: readonly string[] = []): readonly string[] {
  return sources.filter((source) => source.toLowerCase() !== "'none'")
}
