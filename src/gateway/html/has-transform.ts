const INSTRUCTION = /<\?xml-stylesheet\b([^>]*)\?>/gi
const CSS = /\btype\s*=\s*["']\s*text\/css\b/i

/**
 * Whether an XML document names a style sheet that transforms it (`<?xml-stylesheet?>` with XSLT). On an origin that contents
 * share none is loaded, so that a browser shows nothing of the document. CSS works there.
 *
 * @param start - the first bytes, one character each
 */
export function hasTransform (start: string): boolean {
  return [...start.matchAll(INSTRUCTION)].some(([, attributes]) => !CSS.test(attributes))
}
