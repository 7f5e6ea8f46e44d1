import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileHash, listFiles } from './built-files.ts'
import { headersFile } from './headers-file.ts'
import { precacheList } from './precache-list.ts'
import { settingsLine } from './settings-line.ts'

/** Scripts of the worker, in the folder of the package. */
export const SCRIPTS = ['sw.js', 'swarm.js']

const MAP_LINE = /\n\/\/# sourceMappingURL=\S*\s*$/

export interface WriteWorkerOptions {
  /** folder of the worker's scripts */
  scripts: string
  /** path of the origin at which the folder is served, `/` or `/app/` */
  base: string
  /** whether to precache the files of the folder */
  precache: boolean
  /** size limit of precached files, in bytes */
  maximumFileSize: number
  /** name of the file that serves routes of a single-page app */
  navigateFallback?: string
  /** whether to write `_headers`, unless the folder has one */
  headers: boolean
}

/**
 * Writes the worker next to the files of an app that any bundler has built.
 *
 * @returns the names of files that are too large to be precached
 * @throws an Error if the fallback page is not among the precached files
 */
export async function writeWorker (folder: string, options: WriteWorkerOptions): Promise<string[]> {
  const { scripts, base, maximumFileSize, navigateFallback } = options
  const wanted = options.precache ? precacheList(await listFiles(folder), base, SCRIPTS) : []
  const hash = createHash('sha256')
  const kept: Array<{ name: string; url: string; hash: string }> = []
  const tooLarge: string[] = []

  for (const { name, url } of wanted) {
    const bytes = await readFile(path.join(folder, name))
    hash.update(name).update('\0').update(bytes)

    if (bytes.byteLength > maximumFileSize) {
      tooLarge.push(name)
    } else {
      kept.push({ name, url, hash: fileHash(bytes) })
    }
  }

  const fallback = kept.find(({ name }) => name === navigateFallback)

  if (navigateFallback != null && fallback == null) {
    throw new Error(`${navigateFallback} is not among the files that are precached`)
  }

  const before = settingsLine({
    kept,
    version: hash.digest('hex').slice(0, 16),
    isRelative: false,
    fallback: fallback?.url
  })

  for (const name of SCRIPTS) {
    const code = (await readFile(path.join(scripts, name), 'utf8')).replace(MAP_LINE, '\n')
    await writeFile(path.join(folder, name), name === 'sw.js' && options.precache ? before + code : code)
  }

  if (options.headers && !existsSync(path.join(folder, '_headers'))) {
    await writeFile(path.join(folder, '_headers'), headersFile(base, SCRIPTS))
  }

  return tooLarge
}
