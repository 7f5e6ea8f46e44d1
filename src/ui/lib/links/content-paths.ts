import { contentPath } from './content-path.ts'

/**
 * Finds the content paths in a text of several CIDs, paths or links, for example one a line. Repeated ones count once.
 *
 * @returns undefined if a part is none, or if there are none
 */
export function contentPaths (text: string): string[] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  const paths = parts.map(contentPath)
  return parts.length === 0 || paths.includes(undefined) ? undefined : [...new Set(paths as string[])]
}
