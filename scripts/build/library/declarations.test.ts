import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../../root.mjs'
import { writeDeclarations } from './declarations.mjs'

let root = ''

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'swipfs-declarations-'))
  mkdirSync(path.join(root, 'src'))
  mkdirSync(path.join(root, 'sw'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  writeFileSync(
    path.join(root, 'tsconfig.json'),
    JSON.stringify({ extends: path.join(ROOT, 'tsconfig.base.json'), compilerOptions: { lib: ['ES2023'], types: [] } })
  )
  writeFileSync(path.join(root, 'sw/globals.d.ts'), 'declare const VERSION: string\n')
})

afterEach(() => {
  rmSync(root, { recursive: true })
})

const typesOf = async (files: Record<string, string>): Promise<Record<string, string>> => {
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(root, 'src', name), text)
  }

  await writeDeclarations({
    root,
    outDir: path.join(root, 'lib'),
    entries: ['src/index.ts'],
    external: (id) => id === 'multiformats'
  })
  const written = readdirSync(path.join(root, 'lib/types/src'))
  return Object.fromEntries(
    written.map((name) => [name, readFileSync(path.join(root, 'lib/types/src', name), 'utf8')])
  )
}

it('writes the types of the entries and of the files that they mention', async () => {
  const types = await typesOf({
    'index.ts': "import { a } from './a.ts'\nexport { a }\nexport const version = VERSION\n" +
      '/** @internal */\nexport const hidden = 1\n',
    'a.ts': "import { b } from './b.ts'\n/** Returns the store. */\nexport const a = (): StorageManager => b()\n",
    'b.ts': 'export const b = (): any => 1\n'
  })
  expect(types).toEqual({
    'index.d.ts': "import { a } from './a.js';\nexport { a };\nexport declare const version: string;\n",
    'a.d.ts': "import type { StorageManager } from '../of-browsers.js';\n" +
      '/** Returns the store. */\nexport declare const a: () => StorageManager;\n'
  })
  expect(readdirSync(path.join(root, '.cache'))).toEqual([])
})

it('types of packages that apps do not have are opaque, or refused', async () => {
  const { 'index.d.ts': types } = await typesOf({
    'index.ts': "import type { PeerId } from '@libp2p/interface'\nexport const a = (id: PeerId): void => {}\n"
  })
  expect(types).toBe('type PeerId = unknown;\nexport declare const a: (id: PeerId) => void;\n')
  await expect(typesOf({ 'index.ts': "export type { Server } from 'ws'\n" })).rejects.toThrow('mentions types of ws')
})

it('fails with the message of the compiler if a type cannot be declared', async () => {
  await expect(typesOf({ 'index.ts': 'export const A = class { private x = 1 }\n' })).rejects.toThrow(
    /index\.ts.*TS4094/
  )
  expect(readdirSync(path.join(root, '.cache'))).toEqual([])
})
