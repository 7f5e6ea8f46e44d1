import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../root.mjs'

const FOLDERS = ['bench', 'cli', 'e2e', 'edge', 'scripts', 'src', 'sw']

/** Imported if it is there: a bench installs it by hand. */
const OPTIONAL = ['blockstore-fs']

/** Imports and exports from a module, imports without names, and dynamic imports. */
const IMPORTS = [
  /^\s*(?:import|export)\b[^'"\n;]*?(?:\n[^'";]*?)?from\s+['"]([^'"]+)['"]/gm,
  /^import\s+['"]([^'"]+)['"]/gm,
  /\bimport\(\s*'([^']+)'\s*\)/g
]

/** Returns the package of an import; undefined for a file, or a module of Node.js, of workerd or of the bundler. */
function packageOfImport (specifier: string): string | undefined {
  return /^[./#]|^\w+:/.test(specifier) || isBuiltin(specifier)
    ? undefined
    : specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

function importedPackages (file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return IMPORTS.flatMap((kind) => [...text.matchAll(kind)]).flatMap(([, specifier]) =>
    packageOfImport(specifier) ?? []
  )
}

it('declares every imported package in package.json', () => {
  const { name, ...fields } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as
    & { name: string }
    & Record<string, Record<string, string>>
  const declared = new Set([
    name,
    ...OPTIONAL,
    ...['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((field) =>
      Object.keys(fields[field] ?? {})
    )
  ])
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file))
  ).filter((file) => /\.(?:tsx?|mts|m?js)$/.test(file) && !file.includes('node_modules'))
  const missing = files.flatMap((file) =>
    importedPackages(file).filter((found) =>
      !declared.has(found) && !declared.has(`@types/${found.replace(/^@([^/]+)\//, '$1__')}`)
    ).map((found) => `${file}: ${found}`)
  )

  expect(files.length).toBeGreaterThan(1000)
  expect(missing).toEqual([])
})
