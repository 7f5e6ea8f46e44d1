/** Returns the domain name of a single label (the inverse of `inlineDnslink`). */
export function uninlineDnslink (label: string): string {
  return label.replace(/--?/g, (dashes) => dashes.length === 2 ? '-' : '.')
}
