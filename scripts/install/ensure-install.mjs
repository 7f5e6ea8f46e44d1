import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { ROOT } from '../root.mjs'
import { applyPatches } from './apply-patches.mjs'
import { StartProblem } from './start-problem.mjs'

/**
 * Runs `npm ci` if node_modules is missing or differs from the lock file, and applies the patches of `patches/`.
 *
 * @param {string} [root] folder of package-lock.json; default this project's
 * @param {{ log?: (line: string) => void, env?: Record<string, string | undefined>, run?: typeof runNpm,
 *   patch?: typeof applyPatches }} [options]
 * @returns {Promise<boolean>} whether packages were installed
 * @throws StartProblem if npm is missing or fails (offline, for example), or a patch does not fit
 */
export async function ensureInstall (
  root = ROOT,
  { log = console.log, env = process.env, run = runNpm, patch = applyPatches } = {}
) {
  const wanted = await readPackages(path.join(root, 'package-lock.json'))
  if (wanted == null) {
    throw new StartProblem(
      'package-lock.json is missing or cannot be read: this copy of the project is not whole. Get it again.'
    )
  }
  // npm records there what it actually installed.
  const present = await readPackages(path.join(root, 'node_modules', '.package-lock.json'))
  if (present != null && sameInstall(wanted, present) && await isPatched(root, patch)) {
    return false
  }

  log(
    present == null
      ? 'Installing the packages of the lock file (once; this takes a minute) …'
      : 'The lock file or a patch has changed: installing again …'
  )
  await run(root, env)
  await patch(root)
  return true
}

/** Applies the patches. Returns false if one does not fit, for example because an older version of it is applied. */
async function isPatched (root, patch) {
  try {
    await patch(root)
    return true
  } catch (err) {
    if (err instanceof StartProblem) {
      return false
    }
    throw err
  }
}

/**
 * Compares versions instead of timestamps: a fresh clone or a switched branch has arbitrary timestamps.
 *
 * @param {Record<string, { version?: string, optional?: boolean, link?: boolean }>} wanted packages of
 *   package-lock.json
 * @param {Record<string, { version?: string }>} present packages of npm's hidden lock file
 */
export function sameInstall (wanted, present) {
  return Object.entries(wanted).every(([where, entry]) => {
    const isRoot = where === ''
    // Optional packages may be for other platforms only.
    return isRoot || entry.optional === true || entry.link === true || present[where]?.version === entry.version
  })
}

async function readPackages (file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Arguments of npm: it shows errors only. Its warnings are about packages that ask for a newer Node.js than they need
 * (libp2p's `nanoid`, `p-retry` and `undici`; the tests run on the version in `engines`), and about the install scripts
 * that it does not run.
 */
const NPM_ARGS = ['ci', '--loglevel=error', '--no-audit', '--no-fund']

/** Runs the npm that started this process, or the one on the PATH, with its output shown. */
function runNpm (root, env) {
  const npm = env.npm_execpath
  const [command, args] = npm != null && /\.c?js$/.test(npm)
    ? [process.execPath, [npm, ...NPM_ARGS]]
    : ['npm', NPM_ARGS]

  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: 'inherit',
      shell: command === 'npm' && process.platform === 'win32'
    })

    child.once('error', (err) => {
      reject(
        err.code === 'ENOENT'
          ? new StartProblem(
            'npm was not found. It comes with Node.js (https://nodejs.org/); install it, then run `npm start` again.'
          )
          : err
      )
    })
    child.once('exit', (code) => {
      if (code === 0) {
        resolve()
      } else {
        reject(
          new StartProblem(
            'npm could not install the packages (its messages stand above). ' +
              'The first start needs the network; is this machine online? Then run `npm start` again.'
          )
        )
      }
    })
  })
}
