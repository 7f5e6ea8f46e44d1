import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { parseSync } from 'vite'

const MADE = fileURLToPath(new URL('../../.cache', import.meta.url))

let count = 0

/**
 * Applies a plugin of the worker's build to code.
 *
 * @returns undefined if the plugin leaves the code alone
 * @throws the errors of the plugin
 */
export function transformed ({ transform }: Plugin, code: string, id: string): string | undefined {
  const made = (transform as unknown as (this: object, code: string, id: string) => { code: string } | undefined).call(
    { parse: (text: string) => parseSync('x.js', text).program },
    code,
    id
  )
  return made?.code
}

/** Returns the path of a file of a package, in the folder of its entry. */
export function fileOf (packageName: string, name: string): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve(packageName)), name)
}

/** Imports a module of a package as the plugin transforms it for the worker, or unchanged without a plugin. */
export async function asBuilt<T> (file: string, plugin?: Plugin): Promise<T> {
  const source = readFileSync(file, 'utf8')
  const code = plugin == null ? source : transformed(plugin, source, file) ?? source
  const made = path.join(MADE, `as-built-${process.pid}-${count++}.mjs`)
  mkdirSync(MADE, { recursive: true })
  writeFileSync(
    made,
    code.replace(/\/\/# sourceMappingURL=.*/, '').replace(
      /from "(\.\/[^"]*)"/g,
      (_, name: string) => `from "${new URL(name, pathToFileURL(file)).href}"`
    )
  )

  try {
    return await import(made) as T
  } finally {
    rmSync(made)
  }
}
