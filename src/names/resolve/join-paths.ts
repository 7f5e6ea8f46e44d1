import { parsePath } from '../../path/content-path.ts'
import type { ContentPath } from '../../path/content-path.ts'

/**
 * What a name leads to, with the names below it that were asked for: `/ipfs/CID/a` and `/ipns/NAME/b/` give
 * `/ipfs/CID/a/b/` (boxo `namesys.joinPaths`).
 */
export function joinPaths (target: ContentPath, asked: ContentPath): ContentPath {
  const below = `${asked.segments.join('/')}${asked.segments.length > 0 && asked.text.endsWith('/') ? '/' : ''}`
  return below === '' ? target : parsePath(`${target.text}${target.text.endsWith('/') ? '' : '/'}${below}`)
}
