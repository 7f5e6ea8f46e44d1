/** Letters, digits and what names of hosts and addresses have beside them; a port at the end. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\x00-\x20"#%/:<>?@[\\\]^`{|}\x7f]+)(?::\d*)?$/i

/** A proxy may send labels that are longer than the DNS has them, but not without end. */
const MAX_CHARS = 1024

/** Whether a text can be a host with its port, and nothing that a URL would read as more than that. */
export function isHostText (text: string): boolean {
  return text.length <= MAX_CHARS && HOST.test(text)
}
