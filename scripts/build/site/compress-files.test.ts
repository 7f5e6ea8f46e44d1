import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { compressFiles } from './compress-files.mjs'

test('writes smaller copies of texts, and none of other files', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'compress-'))
  onTestFinished(async () => {
    await rm(dir, { recursive: true })
  })
  const text = 'worker();'.repeat(1000)
  for (const name of ['sw.js', 'sw.js.map', 'icon.png', '_headers']) {
    await writeFile(path.join(dir, name), text)
  }
  await writeFile(path.join(dir, 'tiny.js'), 'tiny()')
  await compressFiles(dir)

  expect((await readdir(dir)).sort()).toEqual([
    '_headers',
    'icon.png',
    'sw.js',
    'sw.js.br',
    'sw.js.gz',
    'sw.js.map',
    'tiny.js'
  ])
  expect(String(brotliDecompressSync(await readFile(path.join(dir, 'sw.js.br'))))).toBe(text)
  expect(String(gunzipSync(await readFile(path.join(dir, 'sw.js.gz'))))).toBe(text)
})
