import { readFile } from 'node:fs/promises'

/**
 * The package itself and all that it is made of, from the lock file: what `version/deps` answers.
 *
 * @param {URL | string} [lockFile] default: package-lock.json of the project
 * @param {ReadonlySet<string>} [used] of these packages alone, by where they lie: `node_modules/NAME`
 * @returns {Promise<Array<{ Path: string, Version: string, ReplacedBy: string, Sum: string }>>}
 */
export async function lockDependencies (lockFile = new URL('../../package-lock.json', import.meta.url), used = undefined) {
  const { packages } = JSON.parse(await readFile(lockFile, 'utf8'))

  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => dev !== true && devOptional !== true && (path === '' || used?.has(path) !== false))
    .map(([path, { name, version, integrity = '' }]) => ({ Path: path === '' ? name : path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), Version: version, ReplacedBy: '', Sum: integrity }))
}
