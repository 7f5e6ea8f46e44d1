import { framedDocumentPage } from '../html/content/framed-document-page.ts'
import { bodyStart } from '../html/content/insertion-points.ts'
import { isPage, opensTab, xmlKind } from '../html/content/is-page.ts'
import { pageStart } from '../html/content/page-start.ts'
import type { FindPlace } from '../html/content/page-start.ts'
import { mayHaveScripts, sandboxedFeatures } from '../html/content/sandboxed-features.ts'
import { translatePage } from '../html/page/translate-page.ts'
import type { Translation } from '../html/page/translate-page.ts'
import { ownPlace, redirectElsewhere } from './own-origin-address.ts'
import type { OwnOrigins, OwnPlace } from './own-origin-address.ts'
import { sandboxNote } from './sandbox-note.ts'
import type { SandboxNoteParts } from './sandbox-note.ts'

type Parts = Omit<SandboxNoteParts, 'otherHost'>

/** Renders what is shown of a document without an own origin. */
interface Notes {
  /** the note above a page, as HTML */
  above: (parts: Parts) => Promise<string>
  /** a page with a note above a document, or above its source */
  framed: (parts: Parts, source?: string) => Promise<Response>
}

/** The number of bytes of an SVG picture or XML document that are searched for scripts. */
const XML_LOOK_BYTES = 1024 * 1024

/**
 * A `<meta name="referrer">`. It may hide the address of the page from its links, which then could not be resolved
 * below its content (`belowContent`).
 */
const HIDES_ITSELF = /<meta\b[^>]*\bname\s*=\s*["']?\s*referrer\b[^>]*>/gi
/** The last referrer policy counts, even in a body. Other origins still get no referrer. */
const REFERRER = '<meta name="referrer" content="same-origin">'

/**
 * Redirects a document of content that a user opens in a tab, from a path of the node to the content's own origin. At
 * the path it shares the origin of the RPC, so its scripts are disabled. Applies to HTML, and to XML and SVG with
 * scripts or a transforming style sheet. Pictures, PDFs, text and data stay at their path.
 *
 * If the host has no origins for sites, the document is shown in its sandbox, with a note about the disabled features.
 * Answers to `fetch`, pictures and frames are never changed.
 *
 * @param translate - reads the language of the note; English if left out
 */
export async function redirectToOwnOrigin (
  request: Request,
  response: Response,
  origins: OwnOrigins,
  translate?: () => Promise<Translation | undefined>
): Promise<Response> {
  if (!opensTab(request)) {
    return response
  }

  const url = new URL(request.url)
  const note = (parts: Parts, translation: Translation | undefined): string =>
    sandboxNote(url, { ...parts, otherHost: origins.otherHost }, translation)
  const notes: Notes = {
    above: async (parts) => note(parts, await translate?.()),
    async framed (parts, source) {
      const translation = await translate?.()
      const page = framedDocumentPage(url, note(parts, translation), source)
      return translation == null ? page : translatePage(page, translation)
    }
  }

  if (isPage(response)) {
    const place = await ownPlace(url, origins)
    return place.lacking == null
      ? await redirectInstead(response, place.url)
      : await withNote(response, place, notes)
  }

  const kind = xmlKind(response)
  return kind == null ? response : await leadXml(url, response, kind, { origins, notes })
}

async function redirectInstead (response: Response, to: string): Promise<Response> {
  await response.body?.cancel().catch(() => {})
  return redirectElsewhere(to)
}

async function withNote (
  response: Response,
  { lacking }: OwnPlace & { lacking: string },
  notes: Notes
): Promise<Response> {
  const page = await pageStart(response, bodyStart)
  const off = sandboxedFeatures(page.text, page.isComplete)

  if (off.length > 0 && !page.takesHtml) {
    await page.cancel().catch(() => {})
    return await notes.framed({ off, lacking })
  }

  const hiding = [...page.text.matchAll(HIDES_ITSELF)].at(-1)
  const hidesItself = hiding != null || response.headers.has('referrer-policy')
  const added = `${hidesItself ? REFERRER : ''}${off.length === 0 ? '' : await notes.above({ off, lacking })}`
  const hidingEnd = hiding == null ? 0 : hiding.index + hiding[0].length
  const place: FindPlace = (text, isComplete) => {
    const at = bodyStart(text, isComplete)
    return typeof at === 'number' ? Math.max(at, hidingEnd) : at
  }

  return added === '' ? page.asIs() : page.with(added, place)
}

async function leadXml (
  url: URL,
  response: Response,
  kind: 'svg' | 'xml',
  { origins, notes }: { origins: OwnOrigins; notes: Notes }
): Promise<Response> {
  const page = await pageStart(response, undefined, XML_LOOK_BYTES)
  const transformed = hasTransform(page.text)
  // `text/xml` may be a page of XHTML. In an SVG picture XHTML elements are only labels.
  const isPageInXml = kind === 'xml' && page.text.includes('http://www.w3.org/1999/xhtml')

  if (!transformed && !isPageInXml && !mayHaveScripts(page.text, page.isComplete)) {
    return page.asIs()
  }

  const place = await ownPlace(url, origins)

  if (place.lacking == null) {
    await page.cancel().catch(() => {})
    return redirectElsewhere(place.url)
  }

  const off = transformed ? ['style sheets that transform'] : ['scripts']

  if (!transformed) {
    await page.cancel().catch(() => {})
  }

  return await notes.framed({ off, lacking: place.lacking }, transformed ? await sourceOf(response, page) : undefined)
}

/** Decodes the searched part of a document. */
async function sourceOf (
  { headers }: Response,
  { bytes, cancel }: Awaited<ReturnType<typeof pageStart>>
): Promise<string> {
  await cancel().catch(() => {})
  const [, encoding = 'utf-8'] = /charset\s*=\s*"?([\w-]+)/i.exec(headers.get('content-type') ?? '') ?? []

  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes) // an encoding that browsers do not support
  }
}

const INSTRUCTION = /<\?xml-stylesheet\b([^>]*)\?>/gi
const CSS = /\btype\s*=\s*["']\s*text\/css\b/i

/**
 * Whether an XML document has an XSLT style sheet (`<?xml-stylesheet?>`). On an origin that contents share it is not
 * loaded, and a browser shows an empty document. CSS works there.
 *
 * @param start - the first bytes, one character each
 */
function hasTransform (start: string): boolean {
  return [...start.matchAll(INSTRUCTION)].some(([, attributes]) => !CSS.test(attributes))
}
