import { joinPath, parentOf, pathParts } from '../../lib/links/mfs-path.ts'
import { filesLink, libraryLink, viewContentLink, viewLink } from '../../lib/links/section.ts'
import type { Section } from '../../lib/links/section.ts'

/** The file in the viewer: in a folder of Files, in a folder without a place in Files, or a pin. */
export type ViewerTarget =
  | { is: 'file'; folder: string; name: string }
  | { is: 'inside'; folder: string; name: string }
  | { is: 'pin'; cid: string; name: string | undefined }

/** Place of the list of pins. */
const PINS = 'pins'

/** Returns the file that the viewer shows over a section; undefined for none. */
export function viewerTarget (section: Section): ViewerTarget | undefined {
  if (section.is === 'files' && section.view != null) {
    return { is: 'file', folder: section.path, name: section.view }
  }
  if (section.is !== 'pinned' || section.view == null) {
    return undefined
  }
  const { path, name } = section.view
  const [, cid, ...below] = pathParts(path)
  return below.length === 0 ? { is: 'pin', cid, name } : { is: 'inside', folder: parentOf(path), name: below.at(-1)! }
}

/** Returns the path by which the node finds the file. */
export function pathOf (target: ViewerTarget): string {
  return target.is === 'pin' ? `/ipfs/${target.cid}` : joinPath(target.folder, target.name)
}

/**
 * Returns the content path for exploring the file, with its name if possible.
 *
 * @param cid - of the file
 * @param folder - CID of its folder; undefined if unknown
 */
export function contentPathOf (target: ViewerTarget, cid: string, folder: string | undefined): string {
  if (target.is === 'file') {
    return folder == null ? `/ipfs/${cid}` : `/ipfs/${folder}/${target.name}`
  }
  return pathOf(target)
}

/** Returns the address of the list that the file belongs to: a path in Files, a content path, or `pins`. */
export function placeOf (target: ViewerTarget): string {
  return target.is === 'pin' ? PINS : target.folder
}

/** Returns whether an item of the list is the file. Pins may share a name. */
export function isTarget (target: ViewerTarget, { name, cid }: { name: string; cid: string }): boolean {
  return target.is === 'pin' ? cid === target.cid : name === target.name
}

/** Returns the page's URL that opens another file of the same list. */
export function siblingLink (target: ViewerTarget, { name, cid }: { name: string; cid: string }): string {
  switch (target.is) {
    case 'file':
      return viewLink(joinPath(target.folder, name))
    case 'inside':
      return viewContentLink({ path: joinPath(target.folder, name) })
    case 'pin':
      return viewContentLink({ path: `/ipfs/${cid}`, name })
  }
}

/** Returns the page's URL without the viewer. */
export function closedLink (target: ViewerTarget): string {
  return target.is === 'file' ? filesLink(target.folder) : libraryLink('pinned')
}
