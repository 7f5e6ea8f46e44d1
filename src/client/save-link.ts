/** The form in which a content is saved: the file itself when left out, a folder as TAR, all blocks as CAR, one block. */
export type SaveFormat = 'tar' | 'car' | 'raw'

export interface SaveLinkOptions {
  format?: SaveFormat
}

/**
 * Returns an address whose content a browser saves as a file: the `href` of a plain link, **without** a `download` attribute.
 * With that attribute Chromium and WebKit send the request past the service worker, and save what the static host has there, often
 * its HTML page, under the name of the file.
 *
 * The worker answers it where it is responsible for `/ipfs`: registered for a folder of the origin alone it is not.
 *
 * @param cid - of a file or folder, with a path below it if needed: `bafy…`, `bafy…/photos/cat.jpg`, `/ipns/NAME/cat.jpg`
 * @param name - of the saved file
 * @example
 * ```ts
 * const link = document.createElement('a')
 * link.href = saveLink(cid, 'cat.jpg')     // '/ipfs/bafy…?download=true&filename=cat.jpg'
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
  return `${path.split('/').map(encodeURIComponent).join('/')}?${query}`
}
