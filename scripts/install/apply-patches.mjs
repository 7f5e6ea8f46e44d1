import { spawnSync } from 'node:child_process'
import { copyFile, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../root.mjs'
import { StartProblem } from './start-problem.mjs'

/**
 * Applies the patches in `patches/` to the installed packages with patch-package, unless all of them are applied.
 * `docs/decisions/0012-patched-packages.md` lists them.
 *
 * @param {string} [root] folder with `patches` and `node_modules`; default this project's
 * @param {{ run?: typeof runPatchPackage }} [options]
 * @returns {Promise<boolean>} whether files were changed
 * @throws StartProblem if a patch does not fit its package
 */
export async function applyPatches (root = ROOT, { run = runPatchPackage } = {}) {
  const missing = await missingPatches(root)

  if (missing.length === 0) {
    return false
  }

  // Package managers may hard-link files to a store that other projects share. A copy takes the place of such a file.
  await Promise.all(
    missing.flatMap(({ files }) => files).map(async ({ name }) => {
      await ownCopy(path.join(root, name)).catch(() => {})
    })
  )
  const output = run(root)
  const left = await missingPatches(root)

  if (left.length > 0) {
    throw new StartProblem(
      `${left.map(({ name }) => `patches/${name}`).join(', ')} cannot be applied to node_modules. ` +
        `Run \`npm ci\` to install the packages again.\n${output}`
    )
  }

  return true
}

/**
 * Lists the patches that are not completely applied.
 *
 * @param {string} root
 * @returns {Promise<Array<{ name: string, files: PatchedFile[] }>>}
 */
async function missingPatches (root) {
  const folder = path.join(root, 'patches')
  const names = await readdir(folder).catch(() => [])
  const missing = []

  for (const name of names.filter((name) => name.endsWith('.patch')).sort()) {
    const files = parsePatch(await readFile(path.join(folder, name), 'utf8'))

    if (!(await Promise.all(files.map(async (file) => await isPatched(root, file)))).every(Boolean)) {
      missing.push({ name, files })
    }
  }

  return missing
}

/**
 * Parses a unified diff.
 *
 * @typedef {{ name: string, after: string[] }} PatchedFile a file below the root, and the text of each hunk as it is
 *   after the change
 * @param {string} text
 * @returns {PatchedFile[]}
 */
function parsePatch (text) {
  const files = []

  for (const line of text.split('\n')) {
    if (line.startsWith('diff --git ')) {
      files.push({ name: '', after: [] })
    } else if (line.startsWith('+++ b/')) {
      files.at(-1).name = line.slice('+++ b/'.length)
    } else if (line.startsWith('@@ ')) {
      files.at(-1).after.push('')
    } else if (/^[+ ]/.test(line) && files.at(-1).after.length > 0) {
      const { after } = files.at(-1)
      after[after.length - 1] += `${line.slice(1)}\n`
    }
  }

  return files
}

/** @param {PatchedFile} file */
async function isPatched (root, { name, after }) {
  const text = await readFile(path.join(root, name), 'utf8').catch(() => '')
  // The last line of a file may have no line break.
  return after.every((part) => `${text}\n`.includes(part))
}

async function ownCopy (file) {
  const copy = `${file}.copy`
  await copyFile(file, copy)
  await rename(copy, file)
}

/** Runs patch-package. @returns its output */
function runPatchPackage (root) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules', 'patch-package', 'index.js'), '--error-on-fail'],
    { cwd: root, encoding: 'utf8' }
  )
  return `${stdout}${stderr}`
}

// `npm ci` and `npm install` run it as the script `prepare`, unless npm is set up to run no scripts.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await applyPatches()
}
