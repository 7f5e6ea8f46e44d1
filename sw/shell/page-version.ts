const COMMENT = /<!--[^]*?-->/g
const META = /<meta(?=[\s/])((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/**
 * Reads the version that the build wrote into a page, `<meta name="swipfs-version" content="…">`. Accepts all forms of
 * the tag that HTML allows (any order and case of attributes, with or without quotes), because hosts and minifiers
 * rewrite pages.
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
