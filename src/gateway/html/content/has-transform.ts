const INSTRUCTION = /<\?xml-stylesheet\b([^>]*)\?>/gi
const CSS = /\btype\s*=\s*["']\s*text\/css\b/i

/**
 * Whether an XML document has an XSLT style sheet (`<?xml-stylesheet?>`). On an origin that contents share it is not
 * loaded, and a browser shows an empty document. CSS works there.
 *
 * @param start - the first bytes, one character each
 */
export function hasTransform (start: string): boolean {
  return [...start.matchAll(INSTRUCTION)].some(([, attributes]) => !CSS.test(attributes))
}
