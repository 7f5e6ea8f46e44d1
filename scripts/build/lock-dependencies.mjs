import { readFile } from 'node:fs/promises'

const PACKAGES = 'node_modules/'

/**
 * The package itself and all that it is made of, from the lock file: what `version/deps` answers.
 *
 * @param {URL | string} [lockFile] default: package-lock.json of the project
 * @param {ReadonlySet<string>} [used] of these packages alone, by where they lie: `node_modules/NAME`; when left out, what `builtFrom` of
 *   package.json names, and what that needs
 * @returns {Promise<Array<{ Path: string, Version: string, ReplacedBy: string, Sum: string }>>}
 */
export async function lockDependencies (lockFile = new URL('../../package-lock.json', import.meta.url), used = undefined) {
  const { packages } = JSON.parse(await readFile(lockFile, 'utf8'))
  const made = used ?? needed(packages, await builtFrom(lockFile))

  return Object.entries(packages)
    .filter(([path]) => path === '' || made.has(path))
    .map(([path, { name, version, integrity = '' }]) => ({ Path: path === '' ? name : path.slice(path.lastIndexOf(PACKAGES) + PACKAGES.length), Version: version, ReplacedBy: '', Sum: integrity }))
}

/** Most of it is bundled, and so no dependency of those who install the package. */
async function builtFrom (lockFile) {
  const { builtFrom = [], dependencies = {} } = JSON.parse(await readFile(new URL('package.json', lockFile), 'utf8'))
  return [...builtFrom, ...Object.keys(dependencies)]
}

/** @returns {Set<string>} where packages lie that are needed by the named ones, and these */
function needed (packages, names) {
  const found = new Set()
  const left = names.map((name) => ({ name, from: '' }))

  for (let next = left.pop(); next != null; next = left.pop()) {
    const path = placeOf(packages, next)

    if (path != null && !found.has(path)) {
      found.add(path)
      left.push(...Object.keys({ ...packages[path].dependencies, ...packages[path].optionalDependencies }).map((name) => ({ name, from: path })))
    }
  }

  return found
}

/** As Node looks for it: in the folder of who needs it, then upwards. */
function placeOf (packages, { name, from }) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${PACKAGES}`)))) {
    const path = `${folder === '' ? '' : `${folder}/`}${PACKAGES}${name}`

    if (packages[path] != null || folder === '') {
      return packages[path] == null ? undefined : path
    }
  }
}
