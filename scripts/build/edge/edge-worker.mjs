import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fingerprint } from '../fingerprint.mjs'

/** Sources of the worker of the edge. */
const SOURCES = ['edge', 'src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json']
const KEPT = path.join('.cache', 'edge-worker.js')

/**
 * Returns the worker of the edge as a single module, for this machine. Bundles it if no copy is cached, or if the
 * sources changed.
 *
 * @param {string} root
 * @param {{ bundle?: (root: string) => Promise<string> }} [options]
 * @returns {Promise<string>}
 */
export async function edgeWorker (root, { bundle = bundleIt } = {}) {
  const file = path.join(root, KEPT)
  // The fingerprint is in the first line, so that fingerprint and code are always written together.
  const head = `// ${createHash('sha256').update(await fingerprint(root, SOURCES)).digest('hex')}\n`
  const kept = await readFile(file, 'utf8').catch(() => undefined)

  if (kept?.startsWith(head)) {
    return kept
  }

  const code = head + await bundle(root)
  // If the cache cannot be written, the next run bundles again.
  await writeAtomically(file, code).catch(() => {})
  return code
}

async function writeAtomically (file, code) {
  const work = `${file}-${process.pid}`
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(work, code)
  await rename(work, file)
}

/** Imports the bundler only when it is needed: it is slow to load. */
async function bundleIt (root) {
  const { bundleEdge } = await import('./bundle-edge.mjs')
  return await bundleEdge({ root, entry: path.join(root, 'edge', 'worker.ts') })
}
