import { htmlTokens } from './html-tokens.ts'

/** Directives that count for a frame, and for the element of a script, the first that is there (CSP Level 3, section 6.8). */
const FRAME = ['frame-src', 'child-src', 'default-src']
const SCRIPT = ['script-src-elem', 'script-src', 'default-src']
const REFERENCES: Readonly<Record<string, string>> = { '&quot;': '"', '&#34;': '"', '&#x22;': '"', '&apos;': "'", '&#39;': "'", '&#x27;': "'", '&amp;': '&' }

/** What a document needs beyond the policy that its content has. */
export interface NeededSources {
  /** URL of a script */
  script: string
  /** URL of a frame, of the document's own origin */
  frame: string
  /** a nonce for the script, which policies with `strict-dynamic` ask for */
  nonce: string
}

/** The Content-Security-Policies that the `meta` elements of a document set, as far as its beginning shows. */
export function metaPolicies (start: string): string[] {
  const found: string[] = []

  // an element of XML may be empty where one of HTML is not, so each is looked at for itself
  for (const [element] of start.matchAll(/<meta\s(?:[^>"']|"[^"]*"|'[^']*')*>/gi)) {
    const { attributes } = htmlTokens(element).next().value ?? { attributes: new Map<string, string>() }

    if (attributes.get('http-equiv')?.trim().toLowerCase() === 'content-security-policy') {
      found.push((attributes.get('content') ?? '').replace(/&(?:quot|apos|amp|#34|#39|#x22|#x27);/gi, (reference) => REFERENCES[reference.toLowerCase()]))
    }
  }

  return found
}

/** Whether a policy lets a document frame its own origin. */
export function allowsOwnFrames (policy: string, origin: string): boolean {
  return allows(sourcesOf(directives(policy), FRAME), origin)
}

/**
 * Adds to a `Content-Security-Policy` header what the script of the worker needs, and no more: its URL among the scripts, the URL of
 * its frame among the frames. All that is allowed without that stays as it is.
 */
export function allowNeeded (header: string, { script, frame, nonce }: NeededSources): string {
  const { origin } = new URL(script)

  return header.split(',').map((policy) => {
    const parsed = directives(policy)
    const scripts = sourcesOf(parsed, SCRIPT)
    const added: string[] = []

    if (scripts?.includes("'strict-dynamic'") === true) {
      added.push(`script-src-elem ${[...scripts, `'nonce-${nonce}'`].join(' ')}`)
    } else if (!allows(scripts, origin)) {
      added.push(`script-src-elem ${[...without(scripts), script].join(' ')}`)
    }

    const frames = sourcesOf(parsed, FRAME)

    if (!allows(frames, origin)) {
      added.push(`frame-src ${[...without(frames), frame].join(' ')}`)
    }

    const replaced = new Set(added.map((directive) => directive.split(' ', 1)[0]))
    return added.length === 0 ? policy : [...[...parsed].filter(([name]) => !replaced.has(name)).map(([name, sources]) => [name, ...sources].join(' ')), ...added].join('; ')
  }).join(', ')
}

/** The directives of one policy. The first of a name counts. */
function directives (policy: string): Map<string, string[]> {
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

/** Whether sources surely contain an origin as a whole. */
function allows (sources: readonly string[] | undefined, origin: string): boolean {
  const { protocol } = new URL(origin)
  return sources == null || sources.some((source) => [`'self'`, '*', protocol, origin, `${origin}/`].includes(source.toLowerCase()))
}

function without (sources: readonly string[] = []): readonly string[] {
  return sources.filter((source) => source.toLowerCase() !== "'none'")
}
