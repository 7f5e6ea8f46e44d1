import { spawn } from 'node:child_process'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { StartProblem } from '../install/start-problem.mjs'
import { fingerprint } from './fingerprint.mjs'

/** Sources of dist/. */
const SOURCES = [
  'src',
  'sw',
  'public',
  'patches',
  'scripts',
  'index.html',
  'bootstrap.html',
  'home-frame.html',
  'bridge.html',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.config.sw.ts'
]
const STAMP = path.join('.cache', 'build-stamp')

/**
 * Builds if dist/ is missing or its sources changed.
 *
 * @param {string} root
 * @param {{ log?: (line: string) => void, run?: (root: string) => Promise<void> }} [options]
 * @returns {Promise<boolean>} whether it was built
 */
export async function ensureBuild (root, { log = console.log, run = runBuild } = {}) {
  const sources = await fingerprint(root, SOURCES)
  const built = await readFile(path.join(root, STAMP), 'utf8').catch(() => undefined)
  const present = await stat(path.join(root, 'dist', 'sw.js')).catch(() => undefined)
  if (present != null && built === sources) {
    return false
  }

  log('Building …')
  await run(root)
  await mkdir(path.join(root, '.cache'), { recursive: true })
  await writeFile(path.join(root, STAMP), sources)
  return true
}

/** Runs the build in a separate process, so that the bundler's memory is freed before serving. */
function runBuild (root) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts', 'build', 'build.mjs'), '--quiet'], {
      cwd: root,
      stdio: 'inherit'
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) {
        resolve()
      } else {
        reject(new StartProblem('The build failed (its messages stand above).'))
      }
    })
  })
}
