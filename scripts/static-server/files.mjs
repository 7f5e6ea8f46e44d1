import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { contentType } from './media-types.mjs'

/**
 * @typedef {{ body: Buffer, etag: string, type: string, cacheControl: string }} StaticFile
 */

/**
 * Reads the files of a folder, and caches them until they change on disk (a rebuild while the server runs is visible at
 * once).
 *
 * @param {string} root
 * @returns {(pathname: string) => Promise<StaticFile | undefined>} takes a decoded path without `..`
 */
export function createFiles (root) {
  /** @type {Map<string, { stamp: string, file: StaticFile }>} */
  const known = new Map()

  return async function find (pathname) {
    const name = pathname.endsWith('/') ? pathname + 'index.html' : pathname
    const place = path.join(root, name)
    // Dot files and `_headers` are for the host, not for visitors. In subfolders a leading `_` is allowed, because
    // bundlers use such names.
    if (!place.startsWith(root + path.sep) || /[\\\0]|\/\.|^\/_/.test(name)) {
      return undefined
    }

    const stats = await stat(place).catch(() => undefined)
    if (stats == null || !stats.isFile()) {
      known.delete(place)
      return undefined
    }
    const stamp = `${stats.mtimeMs}-${stats.size}-${stats.ino}`
    const hit = known.get(place)
    if (hit?.stamp === stamp) {
      return hit.file
    }

    const body = await readFile(place)
    const file = {
      body,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      type: contentType(name),
      // Only names with a content hash may be cached without revalidation.
      cacheControl: name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    }
    known.set(place, { stamp, file })
    return file
  }
}
