/**
 * Tags that make a text HTML if it begins with one of them (mimesniff.spec.whatwg.org, "rules for identifying an
 * unknown MIME type"). A space or `>` must follow.
 */
const HTML = /^<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\t\n\f\r >]/i

const XML = /^<\?xml[\t\n\f\r >]/i
const XML_VERSION = /^<\?xml\s[^>]*version/i
const COMMENTS = /^(?:\s*<!--[^]*?-->)*\s*/
const SVG_ROOT = /^<svg\b[^>]*\sxmlns\s*=\s*["']?http:\/\/www\.w3\.org\/2000\/svg\b/
const XHTML = /<!doctype\s+html|<html\s+xmlns\s*=/i

/** Root elements of well-known XML formats, searched near the beginning. */
const VOCABULARIES: ReadonlyArray<readonly [mark: RegExp, type: string]> = [
  [/<rss[\s>]/, 'application/rss+xml'],
  [/<feed\s[^>]*http:\/\/www\.w3\.org\/2005\/Atom/, 'application/atom+xml'],
  [/<kml\s[^>]*http:\/\/(?:www\.opengis\.net|earth\.google\.com)\/kml/, 'application/vnd.google-earth.kml+xml'],
  [/<gpx\s[^>]*http:\/\/www\.topografix\.com\/GPX\/1/, 'application/gpx+xml']
]

const VOCABULARY_SEARCH_CHARS = 512
const XHTML_SEARCH_CHARS = 1024

/** Recognizes HTML, SVG and XML by the beginning of a text; undefined for everything else. */
export function markupType (text: string): string | undefined {
  const body = text.replace(/^\xef\xbb\xbf/, '').trimStart()

  if (!body.startsWith('<')) {
    return undefined
  }

  // Checked before HTML, because a comment may precede either.
  if (SVG_ROOT.test(body.replace(COMMENTS, '')) || (XML_VERSION.test(body) && body.includes('<svg'))) {
    return 'image/svg+xml'
  }

  if (HTML.test(body)) {
    return 'text/html'
  }

  return XML.test(body) ? xmlType(body) : undefined
}

function xmlType (body: string): string {
  const start = body.slice(0, VOCABULARY_SEARCH_CHARS)

  return VOCABULARIES.find(([mark]) => mark.test(start))?.[1] ??
    (XHTML.test(body.slice(0, XHTML_SEARCH_CHARS)) ? 'application/xhtml+xml' : 'text/xml')
}
