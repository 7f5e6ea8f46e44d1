/** Whether a root below `/ipns/` that is no CID may be a domain name in one label (`inlineDnslink`). */
export function mayBeInlined (root: string): boolean {
  return !root.includes('.') && root.includes('-')
}
