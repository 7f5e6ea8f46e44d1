import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { edgeWorker } from './edge-worker.mjs'

let root: string
let bundled: number
const bundle = async (): Promise<string> => `export default ${++bundled}`
const worker = async (): Promise<string> => await edgeWorker(root, { bundle })

async function source (name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true })
  await writeFile(path.join(root, name), text)
}

beforeEach(async () => {
  bundled = 0
  root = await mkdtemp(path.join(os.tmpdir(), 'edge-worker-'))
  await source('edge/worker.ts', 'a')
  await source('src/deep/b.ts', 'b')
})

afterEach(async () => {
  await rm(root, { recursive: true })
})

it('bundles the worker once, and leaves no other files', async () => {
  const first = await worker()
  expect(first).toMatch(/^\/\/ [0-9a-f]{64}\nexport default 1$/)
  expect(await worker()).toBe(first)
  expect(await readdir(path.join(root, '.cache'))).toEqual(['edge-worker.js'])
})

it.each<[string, () => Promise<void>]>([
  ['a source changed', async () => {
    await source('src/deep/b.ts', 'bb')
  }],
  ['a source got older', async () => {
    await utimes(path.join(root, 'edge/worker.ts'), 1, 1)
  }],
  ['the packages changed', async () => {
    await source('package-lock.json', '{}')
  }],
  ['what was kept is not whole', async () => {
    await source('.cache/edge-worker.js', '// 0')
  }],
  ['what was kept went', async () => {
    await rm(path.join(root, '.cache'), { recursive: true })
  }]
])('bundles the worker again if %s', async (_, change) => {
  await worker()
  await change()
  expect(await worker()).toMatch(/2$/)
  expect(await worker()).toMatch(/2$/)
})

it('bundles the worker each time if the cache cannot be written', async () => {
  await source('.cache', 'a file')
  expect(await worker()).toMatch(/1$/)
  expect(await worker()).toMatch(/2$/)
})
