import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { CODINGS } from './accepted-encodings.mjs'
import { contentType } from './media-types.mjs'

/**
 * @typedef {{ body: Buffer, etag: string, type: string, cacheControl: string, copies: Array<{ coding: string, body:
 *   Buffer, etag: string }> }} StaticFile copies: compressed ones, best first
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
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    const file = {
      body,
      etag: `"${hash}"`,
      copies: await compressedCopies(place, stats.mtimeMs, hash),
      type: contentType(name),
      // Only names with a content hash may be cached without revalidation.
      cacheControl: name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    }
    known.set(place, { stamp, file })
    return file
  }
}

/**
 * Reads the compressed copies of a file. Skips those that are older than the file, because they may be of another one.
 */
async function compressedCopies (place, modifiedMs, hash) {
  const copies = await Promise.all(CODINGS.map(async ({ coding, extension }) => {
    const stats = await stat(place + extension).catch(() => undefined)
    return stats == null || stats.mtimeMs < modifiedMs
      ? []
      : [{ coding, body: await readFile(place + extension), etag: `"${hash}-${coding}"` }]
  }))
  return copies.flat()
}
