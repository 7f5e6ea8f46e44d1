/** The domain name that was written as one label (`inlineDnslink`). */
export function uninlineDnslink (label: string): string {
  return label.replace(/--?/g, (dashes) => dashes.length === 2 ? '-' : '.')
}
