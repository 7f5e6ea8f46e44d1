/** Letters, digits and what names of hosts and addresses have beside them; a port at the end. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\x00-\x20"#%/:<>?@[\\\]^`{|}\x7f]+)(?::\d*)?$/i

/** Whether a text can be a host with its port, and nothing that a URL would read as more than that. */
export function isHostText (text: string): boolean {
  return HOST.test(text)
}
