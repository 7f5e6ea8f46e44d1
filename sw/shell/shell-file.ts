/** One file of the app shell, as listed by the build or the author of a worker. */
export interface ShellFile {
  /** path on the worker's origin, with a leading `/` */
  url: string
  /**
   * The first 9 bytes of the file's SHA-256 in base64url, or more of them. A file without a hash is fetched as
   * `url?v=VERSION` and not compared.
   */
  hash?: string
  /**
   * Whether the file is HTML with `<meta name="swipfs-version">`. A host may change such a page; the version shows
   * whether it is stale.
   */
  marked?: boolean
}

/** Fewest characters of a hash: 9 bytes, which recognize another version. More would not protect from the host. */
const MIN_HASH_LENGTH = 12

/** Whether bytes have a hash in the format of {@link ShellFile.hash}. */
export async function matchesShellHash (bytes: ArrayBuffer, hash: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const text = btoa(String.fromCharCode(...digest)).replaceAll('+', '-').replaceAll('/', '_')
  return hash.length >= MIN_HASH_LENGTH && text.startsWith(hash)
}

/** Whether a response is an HTML page. */
export function isHtml (response: Response): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(response.headers.get('Content-Type') ?? '')
}

const COMMENT = /<!--[^]*?-->/g
const META = /<meta(?=[\s/])((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/**
 * Reads the version that the build wrote into a page, `<meta name="swipfs-version" content="…">`. Accepts all
 * forms of the tag that HTML allows (any order and case of attributes, with or without quotes), because hosts and
 * minifiers rewrite pages.
 *
 * @returns undefined if the page has no such tag
 */
export function pageVersion (html: string): string | undefined {
  for (const [, attributes] of html.replace(COMMENT, '').matchAll(META)) {
    const values = new Map<string, string>()

    for (const [, name, double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
      values.set(name.toLowerCase(), double ?? single ?? bare ?? '')
    }

    if (values.get('name')?.trim().toLowerCase() === 'swipfs-version') {
      return values.get('content')?.trim()
    }
  }

  return undefined
}
