/** Returns the anchor that GitHub gives to a heading. */
export function githubSlug (heading: string): string {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-')
}
