import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { contentType } from './media-types.mjs'

/**
 * @typedef {{ body: Buffer, etag: string, type: string, cacheControl: string }} StaticFile
 */

/**
 * Reads the files of one folder, and remembers them until they change on disk
 * (a rebuild while the server runs is seen at once).
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
    // dot files and _headers are for the host, not for visitors; bundlers begin names of files below with _ too
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
      // only names that carry a hash of their content may be kept without asking
      cacheControl: name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    }
    known.set(place, { stamp, file })
    return file
  }
}
