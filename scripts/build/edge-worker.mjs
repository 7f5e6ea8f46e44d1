import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fingerprint } from './fingerprint.mjs'

/** What the worker of the edge is made from. */
const SOURCES = ['edge', 'src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json']
const KEPT = path.join('.cache', 'edge-worker.js')

/**
 * The worker of the edge as one module, for this machine. It is bundled when none is kept, or one of other sources.
 *
 * @param {string} root
 * @param {{ bundle?: (root: string) => Promise<string> }} [options]
 * @returns {Promise<string>}
 */
export async function edgeWorker (root, { bundle = bundleIt } = {}) {
  const file = path.join(root, KEPT)
  // at its head, so that one file is old or new as a whole
  const head = `// ${createHash('sha256').update(await fingerprint(root, SOURCES)).digest('hex')}\n`
  const kept = await readFile(file, 'utf8').catch(() => undefined)

  if (kept?.startsWith(head)) {
    return kept
  }

  const code = head + await bundle(root)
  // where nothing can be written, the next one bundles again
  await keep(file, code).catch(() => {})
  return code
}

async function keep (file, code) {
  const work = `${file}-${process.pid}`
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(work, code)
  await rename(work, file)
}

/** The bundler takes its time to load. */
async function bundleIt (root) {
  const { bundleEdge } = await import('./bundle-edge.mjs')
  return await bundleEdge({ root, entry: path.join(root, 'edge', 'worker.ts') })
}
