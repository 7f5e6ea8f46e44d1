import { readFile } from 'node:fs/promises'
import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import { deferredParts } from './deferred-parts.mjs'

/** Returns the chunk names of modules, from their imports. */
function chunkNames (
  imports: Record<string, string[]>,
  parts: Record<string, string[]>
): Record<string, string | null> {
  const { plugin, chunkName } = deferredParts('/root', '/root/main.ts', parts)
  const parsed = plugin.moduleParsed as (info: { id: string; importedIds: string[] }) => void

  for (const [id, importedIds] of Object.entries(imports)) {
    parsed({ id, importedIds })
  }
  return Object.fromEntries(Object.keys(imports).map((id) => [id, chunkName(id)]))
}

describe('deferredParts', () => {
  it('defers modules that are reached only through the entries of a part', () => {
    expect(
      chunkNames({
        '/root/main.ts': ['/root/a.ts', '/root/core.ts'],
        '/root/core.ts': [],
        '/root/a.ts': ['/root/core.ts', '/root/below-a.ts'],
        '/root/below-a.ts': []
      }, { a: ['a.ts'] })
    ).toEqual({ '/root/main.ts': null, '/root/core.ts': 'core', '/root/a.ts': 'a', '/root/below-a.ts': 'a' })
  })

  it('gives modules that several parts need a chunk of their own', () => {
    expect(
      chunkNames({
        '/root/main.ts': ['/root/a.ts', '/root/b.ts'],
        '/root/a.ts': ['/root/both.ts'],
        '/root/b.ts': ['/root/both.ts', '/root/a.ts'],
        '/root/both.ts': []
      }, { b: ['b.ts'], a: ['a.ts'] })
    ).toEqual({ '/root/main.ts': null, '/root/a.ts': 'a', '/root/b.ts': 'b', '/root/both.ts': 'a-b' })
  })

  it('takes packages and their files as entries', () => {
    const [file, other] = ['/root/node_modules/@x/y/sha3.js', '/root/node_modules/@x/y/sha2.js']
    const imports = { '/root/main.ts': [file, other], [file]: [], [other]: [] }
    expect(chunkNames(imports, { hash: ['@x/y/sha3.js'] })).toMatchObject({ [file]: 'hash', [other]: 'core' })
    expect(chunkNames(imports, { hash: ['@x/y'] })).toMatchObject({ [file]: 'hash', [other]: 'hash' })
  })
})

interface Registry {
  parts: {
    define: (name: string, version: string, run: (module: object, exports: object) => void) => void
    loadDeferred: () => void
    require: (name: string) => Record<string, unknown>
  }
  /** evaluated parts */
  evaluated: string[]
  /** loaded scripts */
  loaded: string[]
}

/** Returns the registry of the worker with deferred parts in late-script.js, such as `./late.js`, and `./core.js`. */
async function registry (): Promise<Registry> {
  const code = (await readFile(new URL('worker-parts.js', import.meta.url), 'utf8'))
    .replaceAll('__VERSION__', '1')
    .replace('__DEFERRED__', '{"./late.js":["a","b"],"./later.js":["c"]}')
    .replace('__SCRIPT__', '"late-script.js"')
  const [evaluated, loaded]: [string[], string[]] = [[], []]
  const scope = vm.createContext({
    importScripts: (url: string) => {
      loaded.push(url)
      parts.define('./late.js', '1', (_module, exports) => {
        evaluated.push('late')
        Object.assign(exports, { a: 1, b: 2 })
      })
    }
  })
  vm.runInContext(`globalThis.self = globalThis; ${code}; globalThis.parts = swipfsParts`, scope)
  const { parts } = scope as unknown as Registry
  parts.define('./core.js', '1', (_module, exports) => {
    evaluated.push('core')
    Object.assign(exports, { late: parts.require('./late.js') })
  })
  return { parts, evaluated, loaded }
}

describe('the registry of the worker', () => {
  it('loads and evaluates a deferred part when one of its exports is read, once', async () => {
    const { parts, evaluated, loaded } = await registry()
    const { late } = parts.require('./core.js') as { late: Record<string, unknown> }
    expect([evaluated, loaded]).toEqual([['core'], []])
    expect([late.b, late.a, parts.require('./late.js').a]).toEqual([2, 1, 1])
    expect([evaluated, loaded]).toEqual([['core', 'late'], ['late-script.js?1']])
  })

  it('loads the script of deferred parts during the installation, and does not evaluate it', async () => {
    const { parts, evaluated, loaded } = await registry()
    parts.loadDeferred()
    parts.loadDeferred()
    expect([evaluated, loaded]).toEqual([[], ['late-script.js?1']])
  })

  it('refuses parts of another version, and missing ones', async () => {
    const { parts } = await registry()
    expect(() => {
      parts.define('./core.js', '2', () => {})
    }).toThrow('./core.js is of another version than the worker')
    expect(() => parts.require('./none.js')).toThrow('./none.js is not there')
  })
})
