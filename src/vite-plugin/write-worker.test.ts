import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileHash } from './built-files.ts'
import * as entry from './index.ts'
import { writeWorker } from './write-worker.ts'
import type { WriteWorkerOptions } from './write-worker.ts'

let folder: string
let options: WriteWorkerOptions

beforeEach(async () => {
  const temporary = await mkdtemp(path.join(os.tmpdir(), 'swipfs-worker-'))
  folder = path.join(temporary, 'dist')
  const scripts = path.join(temporary, 'sw')
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  await mkdir(scripts)
  await writeFile(path.join(folder, 'index.html'), '<p>')
  await writeFile(path.join(folder, 'assets', 'a.js'), 'a()')
  await writeFile(path.join(folder, 'assets', 'film.webm'), new Uint8Array(2000))
  await writeFile(path.join(scripts, 'sw.js'), 'run()\n//# sourceMappingURL=sw.js.map\n')
  await writeFile(path.join(scripts, 'swarm.js'), 'more()\n')
  options = { scripts, base: '/', precache: true, maximumFileSize: 1000, headers: true }
})

afterEach(async () => {
  await rm(path.dirname(folder), { recursive: true })
})

const written = async (name: string): Promise<string> => await readFile(path.join(folder, name), 'utf8')

it('lists the files of a folder before the worker, except large ones', async () => {
  expect(await writeWorker(folder, { ...options, navigateFallback: 'index.html' })).toEqual(['assets/film.webm'])
  const [line, ...rest] = (await written('sw.js')).split('\n')
  expect(rest).toEqual(['run()', ''])
  expect(line).toContain(`"precache":[{"url":"/","hash":"${fileHash('<p>')}"},{"url":"/assets/a.js"`)
  expect(line).toContain('"navigateFallback":"/"')
  expect(await written('swarm.js')).toBe('more()\n')
  expect(await written('_headers')).toContain('/sw.js\n  Cache-Control: no-cache')
})

it('writes the same again after the same build, and another version after a change', async () => {
  await writeWorker(folder, options)
  const first = await written('sw.js')
  await writeWorker(folder, options)
  expect(await written('sw.js')).toBe(first)
  await writeFile(path.join(folder, 'assets', 'film.webm'), 'another')
  await writeWorker(folder, options)
  const versions = [first, await written('sw.js')].map((code) => /"version":"(\w+)"/.exec(code)?.[1])
  expect(versions[0]).not.toBe(versions[1])
})

it('leaves headers of the app, and precaches nothing if that is off', async () => {
  await writeFile(path.join(folder, '_headers'), 'mine')
  await writeWorker(folder, { ...options, precache: false })
  expect([await written('_headers'), await written('sw.js')]).toEqual(['mine', 'run()\n'])
})

it('refuses a fallback page that is not there', async () => {
  await expect(writeWorker(folder, { ...options, navigateFallback: 'app.html' })).rejects.toThrow(
    'app.html is not among the files that are precached'
  )
})

it('is exported as the default too', () => {
  expect(entry.default).toBe(entry.swipfs)
})
