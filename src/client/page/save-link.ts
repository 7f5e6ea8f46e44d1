import { stayHere } from '../protocol/stay-here.ts'

/**
 * Format in which a content is saved: by default the file itself; a folder as TAR, all blocks as CAR, or a single raw
 * block.
 */
export type SaveFormat = 'tar' | 'car' | 'raw'

export interface SaveLinkOptions {
  format?: SaveFormat
}

/**
 * Returns a URL whose content a browser saves as a file: the `href` of a plain link, **without** a `download`
 * attribute. With that attribute Chromium and WebKit send the request past the service worker. They then save what the
 * static host answers, often its HTML page, under the name of the file.
 *
 * The URL opts out of the redirects of IPFS Companion.
 *
 * The worker must be responsible for `/ipfs`: one that is registered for a folder of the origin is not.
 *
 * @param cid - CID of a file or folder, with a path below it if needed: `bafy…`, `bafy…/photos/cat.jpg`,
 *   `/ipns/NAME/cat.jpg`
 * @param name - name of the saved file
 * @example
 * ```ts
 * const link = document.createElement('a')
 * link.href = saveLink(cid, 'cat.jpg')
 * link.textContent = 'Save'
 * ```
 * @example
 * ```ts
 * location.assign(saveLink(folder, 'photos.tar', { format: 'tar' }))   // the page stays
 * ```
 */
export function saveLink (cid: { toString: () => string }, name: string, { format }: SaveLinkOptions = {}): string {
  const text = cid.toString()
  const path = /^\/(?:ip[fn]s|mfs)\//.test(text) ? text : `/ipfs/${text}`
  const query = `${format == null ? '' : `format=${format}&`}download=true&filename=${encodeURIComponent(name)}`
  return stayHere(`${path.split('/').map(encodeURIComponent).join('/')}?${query}`)
}
