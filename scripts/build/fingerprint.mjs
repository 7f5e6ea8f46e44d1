import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Returns the names, sizes and times of all source files except tests. A file that was removed or replaced by an older
 * one changes it too.
 *
 * @param {string} root
 * @param {string[]} sources files and folders below it
 */
export async function fingerprint (root, sources) {
  const lines = []

  async function visit (name) {
    const stats = await stat(path.join(root, name)).catch(() => undefined)
    if (stats?.isDirectory()) {
      for (const child of (await readdir(path.join(root, name))).sort()) {
        await visit(path.join(name, child))
      }
    } else if (stats != null && !/\.test\.m?tsx?$/.test(name)) {
      lines.push(`${name} ${stats.size} ${stats.mtimeMs}`)
    }
  }

  for (const name of sources) {
    await visit(name)
  }
  return lines.join('\n')
}
