import { cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Puts a folder where another may lie, in its place. From another file system it is copied, and stays.
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
