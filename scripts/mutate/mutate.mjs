import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { mutants } from './mutants.mjs'

/** A mutant counts as noticed (it hangs) if its tests take this many times longer than those of the unchanged code. */
const PATIENCE = 5
const MIN_TIMEOUT_MS = 30_000

/**
 * Runs mutation tests.
 *
 * @param {string} root - of the project
 * @param {string[]} folders - whose code is changed, without tests
 * @param {object} options
 * @param {number} options.sample - number of mutants, chosen at random
 * @param {number} options.seed - the same seed chooses the same mutants of the same code
 * @param {boolean} options.isQuick - without tests of crashes and models (scripts/mutate/related-tests.mjs)
 * @param {boolean} options.isList - only lists the mutants
 * @param {(line: string) => void} options.log
 * @returns {Promise<{ killed: number, survived: string[] }>}
 */
export async function mutate (root, folders, { sample, seed, isQuick, isList, log }) {
  const all = sourceFiles(root, folders).flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return mutants(file, source).map((mutant) => ({ ...mutant, file, source }))
  })
  const chosen = shuffleList(all, seed).slice(0, sample)
  log(`${chosen.length} of ${all.length} mutants of ${folders.join(', ')}`)

  if (isList) {
    chosen.forEach((mutant) => log(title(mutant)))
    return { killed: 0, survived: [] }
  }

  const copy = copyOf(root)
  const survived = []
  const timeouts = new Map()

  try {
    for (const [i, mutant] of chosen.entries()) {
      const target = path.join(copy, mutant.file)
      const module = moduleOf(mutant.file)

      if (!timeouts.has(module)) {
        const start = performance.now()

        if (!await testsPass(copy, mutant.file, isQuick, 600_000)) {
          throw new Error(`the tests of ${module} fail without a change`)
        }

        timeouts.set(module, Math.max(MIN_TIMEOUT_MS, PATIENCE * (performance.now() - start)))
      }

      writeFileSync(target, mutant.source.slice(0, mutant.start) + mutant.text + mutant.source.slice(mutant.end))
      const isKilled = !await testsPass(copy, mutant.file, isQuick, timeouts.get(module))
      writeFileSync(target, mutant.source)
      log(`${i + 1}/${chosen.length} ${isKilled ? 'killed  ' : 'SURVIVED'} ${title(mutant)}`)

      if (!isKilled) {
        survived.push(title(mutant))
      }
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }

  return { killed: chosen.length - survived.length, survived }
}

const title = ({ file, line, what }) => `${file}:${line} ${what}`

/** The tracked sources below folders, without tests and declarations. */
function sourceFiles (root, folders) {
  const { stdout } = spawnSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter((file) =>
    file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.d.ts')
  )
}

/** Copies the tracked files to a temporary folder, which shares the installed packages. */
function copyOf (root) {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'swipfs-mutate-'))
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e9 })

  for (const file of stdout.split('\0').filter(Boolean)) {
    cpSync(path.join(root, file), path.join(copy, file))
  }

  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

/** Whether the module's unit tests that depend on a file pass. */
async function testsPass (copy, file, isQuick, timeoutMs) {
  const child = spawn(process.execPath, [
    'scripts/mutate/related-tests.mjs',
    // The module's own tests: those of modules above it take minutes, and a fault should show where it is.
    moduleOf(file),
    file,
    ...isQuick ? ['quick'] : []
  ], { cwd: copy, stdio: 'ignore', detached: true })
  const timer = setTimeout(() => {
    if (child.pid != null) {
      process.kill(-child.pid, 'SIGKILL')
    }
  }, timeoutMs)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code === 0
}

/** The folder of a module: two names, or three inside the store. */
function moduleOf (file) {
  return path.posix.dirname(file).split('/').slice(0, file.startsWith('src/store/') ? 3 : 2).join('/')
}

/** Shuffles a list by a seed (mulberry32 and Fisher-Yates). */
function shuffleList (list, seed) {
  const result = [...list]
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[result[i], result[j]] = [result[j], result[i]]
  }

  return result
}
