import { cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Moves a folder and replaces the target. From another file system it is copied, and the original stays.
 *
 * @param {string} from
 * @param {string} to
 */
export async function moveFolder (from, to) {
  await rm(to, { recursive: true, force: true })
  await mkdir(path.dirname(to), { recursive: true })

  try {
    await rename(from, to)
  } catch (err) {
    if (err.code !== 'EXDEV') {
      throw err
    }
    await cp(from, to, { recursive: true })
  }
}
