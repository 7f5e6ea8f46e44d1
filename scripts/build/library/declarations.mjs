import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'

/** Matches relative imports between declarations: `from './a.ts'`, `import('./a.ts')`, `import './a.ts'`. */
const RELATIVE = /((?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\2/g
/**
 * Bundled packages with types that are opaque to apps: keys and peer IDs are passed on, and inspected only by our
 * functions.
 */
const OPAQUE = ['@libp2p/interface', '@multiformats/multiaddr', 'workbox-window']
/** Browser types that are unknown to a Node program that does not load the DOM library. */
const OF_BROWSERS = ['IDBFactory', 'LockManager', 'MessagePort', 'StorageManager']
const OF_BROWSERS_FILE = 'of-browsers.d.ts'
const NAMED = /import (?:type )?\{([^}]*)\} from ['"]([^'"]+)['"];?/g

const COMMENT = /(\/\*[\s\S]*?\*\/)/
const BARE = /(?:from|import)\s*\(?\s*['"]([^'"./][^'"]*)['"]/g

/**
 * Writes the types of the entries, and of all files that they reference, below `types/`.
 *
 * @param {{ root: string, outDir: string, entries: string[], external: (id: string) => boolean }} options external:
 *   whether an app that installs the package has a package too; other packages must not be referenced
 */
export async function writeDeclarations ({ root, outDir, entries, external }) {
  const types = path.join(outDir, 'types')
  // Below the project, so that the compiler finds the packages with types.
  await mkdir(path.join(root, '.cache'), { recursive: true })
  const emitted = await mkdtemp(path.join(root, '.cache', 'declarations-'))

  try {
    await emitDeclarations(root, entries, emitted)
    await rm(types, { recursive: true, force: true })
    await copyReferenced({ root, types, emitted, entries, external })
  } finally {
    await rm(emitted, { recursive: true, force: true })
  }

  await writeFile(path.join(types, OF_BROWSERS_FILE), OF_BROWSERS.map(ofBrowser).join(''))
}

/** Copies the declarations of the entries, and of all files that they reference, and adapts them to apps. */
async function copyReferenced ({ root, types, emitted, entries, external }) {
  const seen = new Set()
  const left = entries.map((entry) => path.join(root, entry.replace(/\.tsx?$/, '.d.ts')))

  for (let file = left.pop(); file != null; file = left.pop()) {
    if (seen.has(file)) {
      continue
    }

    seen.add(file)
    const own = path.join(emitted, path.relative(root, file))
    const text = await readFile(existsSync(own) ? own : file, 'utf8')
    const pieces = text.split(COMMENT)
    const code = pieces.filter((_piece, i) => i % 2 === 0).join('')

    for (const [, name] of code.matchAll(BARE)) {
      if (!external(name) && !OPAQUE.includes(name)) {
        throw new Error(
          `${path.relative(root, file)} mentions types of ${name}, which is not there where the package is installed`
        )
      }
    }

    const target = path.join(types, path.relative(root, file))
    await mkdir(path.dirname(target), { recursive: true })

    const withJs = (piece) =>
      piece.replace(RELATIVE, (_all, before, quote, to) => {
        left.push(path.resolve(path.dirname(file), to).replace(/(\.d)?\.tsx?$/, '.d.ts'))
        return `${before}${quote}${to.replace(/(\.d)?\.tsx?$/, '.js')}${quote}`
      })

    const mentioned = OF_BROWSERS.filter((name) => new RegExp(`\\b${name}\\b`).test(code))
    const from = path.posix.join(
      path.posix.relative(path.dirname(path.relative(root, file)), '.') || '.',
      OF_BROWSERS_FILE.replace('.d.ts', '.js')
    )
    const imported = mentioned.length === 0 ? '' : `import type { ${mentioned.join(', ')} } from '${from}';\n`

    await writeFile(
      target,
      imported + pieces.map((piece, i) => i % 2 === 0 ? withJs(withoutOpaque(piece)) : piece).join('')
    )
  }
}

/** Returns a declaration of the platform's type with this name, or of a plain object if the platform has none. */
function ofBrowser (name) {
  return `export type ${name} = typeof globalThis extends { ${name}: { prototype: infer T } } ? T :` +
    ' Record<string, unknown>;\n'
}

/** Replaces the types of bundled packages by `unknown`. */
function withoutOpaque (code) {
  return code.replace(
    NAMED,
    (all, names, from) =>
      OPAQUE.includes(from)
        ? names.split(',').map((name) =>
          `type ${name.trim().split(/\s+as\s+/).at(-1).replace(/^type /, '')} = unknown;`
        ).join('\n')
        : all
  )
}

/**
 * Emits the declarations of the entries and all files that they import.
 *
 * @param {string} folder - where they are written, by their paths in the project
 * @throws with the messages of the compiler
 */
async function emitDeclarations (root, entries, folder) {
  const config = path.join(folder, 'tsconfig.json')
  await writeFile(
    config,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        // Pages and workers, which each lack globals of the other, are checked apart (scripts/test/typecheck.mjs).
        noCheck: true,
        declaration: true,
        emitDeclarationOnly: true,
        stripInternal: true,
        rootDir: root,
        outDir: folder
      },
      files: [...entries, 'sw/globals.d.ts'].map((entry) => path.join(root, entry)),
      include: []
    })
  )
  const { stdout, status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/typescript/bin/tsc'), '--project', config],
    { cwd: root, encoding: 'utf8' }
  )

  if (status !== 0) {
    throw new Error(`no declarations: ${stdout}`)
  }
}
