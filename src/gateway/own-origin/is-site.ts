import { parsePath } from '../../path/content-path.ts'
import type { ImmutablePath } from '../request/backend.ts'
import type { Immutable } from '../request/request.ts'

/**
 * Returns whether the root of a request is a web site: it has an index page, or a `_redirects` file with routes.
 * Missing blocks count as absent files.
 */
export async function isSite ({ immutablePath, contentPath, backend, life }: Immutable): Promise<boolean> {
  // A name may point to a folder below a CID.
  const base = immutablePath.segments.slice(0, immutablePath.segments.length - contentPath.segments.length)

  const has = async (...segments: string[]): Promise<boolean> => {
    const path = parsePath(['/ipfs', immutablePath.root, ...segments].join('/')) as ImmutablePath
    return await backend.resolve(path, life).then(() => true, () => false)
  }

  return await has('_redirects') || await has(...base, 'index.html')
}
