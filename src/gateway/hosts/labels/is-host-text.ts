/**
 * A host name or bracketed IPv6 address, with an optional port. Excludes characters that would end the host in a URL.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\x00-\x20"#%/:<>?@[\\\]^`{|}\x7f]+)(?::\d*)?$/i

/** A proxy may send labels that are longer than DNS allows, up to this total. */
const MAX_CHARS = 1024

/** Whether a text is a valid host with an optional port, and a URL would read all of it as the host. */
export function isHostText (text: string): boolean {
  return text.length <= MAX_CHARS && HOST.test(text)
}
