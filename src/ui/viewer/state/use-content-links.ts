import { useMemo } from 'preact/hooks'
import { askNode } from '../../client/ask-node.ts'
import { exploreLink, viewContentLink, viewLink } from '../../lib/links/section.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import { useRead } from '../../page/loading/use-read.ts'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { pathOf } from '../lib/viewer-target.ts'
import type { ViewerTarget } from '../lib/viewer-target.ts'

/** How links in a document are resolved. */
export interface ContentLinks {
  /** content path of the document, the base of its links */
  path: string
  /** returns the page's URL for a content path */
  linkTo: (path: string) => string
}

/** Documents that may link to other files of their folder. */
const HAS_LINKS = /\.(?:md|markdown|mdown|mkd)$/i

/** Returns how links in a document are resolved: those to other files in Files open them in the viewer. */
export function useContentLinks (target: ViewerTarget, item: ViewerItem | undefined): ContentLinks {
  const { value: root } = useRead({
    isWanted: target.is === 'file' && item != null && HAS_LINKS.test(target.name),
    what: item?.cid ?? '',
    read: async ({ signal }) => (await askNode<{ Hash: string }>('files/stat', { args: ['/'], signal })).Hash,
    problemOf: plainError // Links then lead to Explore.
  })

  return useMemo((): ContentLinks => {
    if (target.is === 'file' && root != null) {
      const base = `/ipfs/${root}`
      return {
        path: base + pathOf(target),
        linkTo: (path) => path.startsWith(`${base}/`) ? viewLink(path.slice(base.length)) : exploreLink(path)
      }
    }
    return target.is === 'inside'
      ? {
        path: pathOf(target),
        linkTo: (path) => path.startsWith('/ipfs/') ? viewContentLink({ path }) : exploreLink(path)
      }
      : { path: `/ipfs/${item?.cid ?? ''}`, linkTo: exploreLink }
  }, [target, root, item?.cid])
}
