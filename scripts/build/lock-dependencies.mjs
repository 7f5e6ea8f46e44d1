import { readFile } from 'node:fs/promises'

const PACKAGES = 'node_modules/'

/**
 * Lists the package itself and its dependencies from the lock file, as `version/deps` returns them.
 *
 * @param {URL | string} [lockFile] default: package-lock.json of the project
 * @param {ReadonlySet<string>} [used] limits the list to these packages, by location: `node_modules/NAME`; default: the
 *   packages in `builtFrom` of package.json, and their dependencies
 * @returns {Promise<Array<{ Path: string, Version: string, ReplacedBy: string, Sum: string }>>}
 */
export async function lockDependencies (
  lockFile = new URL('../../package-lock.json', import.meta.url),
  used = undefined
) {
  const { packages } = JSON.parse(await readFile(lockFile, 'utf8'))
  const made = used ?? needed(packages, await builtFrom(lockFile))

  return Object.entries(packages)
    .filter(([path]) => path === '' || made.has(path))
    .map(([path, { name, version, integrity = '' }]) => ({
      Path: path === '' ? name : path.slice(path.lastIndexOf(PACKAGES) + PACKAGES.length),
      Version: version,
      ReplacedBy: '',
      Sum: integrity
    }))
}

/** Reads the packages that are bundled. They are no dependencies of apps that install the package. */
async function builtFrom (lockFile) {
  const { builtFrom = [], dependencies = {} } = JSON.parse(await readFile(new URL('package.json', lockFile), 'utf8'))
  return [...builtFrom, ...Object.keys(dependencies)]
}

/** @returns {Set<string>} the locations of the named packages and of all their dependencies */
function needed (packages, names) {
  const found = new Set()
  const left = names.map((name) => ({ name, from: '' }))

  for (let next = left.pop(); next != null; next = left.pop()) {
    const path = placeOf(packages, next)

    if (path != null && !found.has(path)) {
      found.add(path)
      left.push(
        ...Object.keys({ ...packages[path].dependencies, ...packages[path].optionalDependencies }).map((name) => ({
          name,
          from: path
        }))
      )
    }
  }

  return found
}

/** Resolves a package like Node: in the folder of its dependent, then upwards. */
function placeOf (packages, { name, from }) {
  for (let folder = from;; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${PACKAGES}`)))) {
    const path = `${folder === '' ? '' : `${folder}/`}${PACKAGES}${name}`

    if (packages[path] != null || folder === '') {
      return packages[path] == null ? undefined : path
    }
  }
}
