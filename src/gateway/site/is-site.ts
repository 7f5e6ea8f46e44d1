import { parsePath } from '../../path/content-path.ts'
import type { ImmutablePath } from '../backend.ts'
import type { Immutable } from '../request.ts'

/**
 * Whether the root of a request is a web site: it has a start page, or a `_redirects` file that gives it routes. Blocks that are
 * missing count as absent files.
 */
export async function isSite ({ immutablePath, contentPath, backend, life }: Immutable): Promise<boolean> {
  // a name may lead to a folder below a CID
  const base = immutablePath.segments.slice(0, immutablePath.segments.length - contentPath.segments.length)

  const has = async (...segments: string[]): Promise<boolean> => {
    const path = parsePath(['/ipfs', immutablePath.root, ...segments].join('/')) as ImmutablePath
    return await backend.resolve(path, life).then(() => true, () => false)
  }

  return await has('_redirects') || await has(...base, 'index.html')
}
