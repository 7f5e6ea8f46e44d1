import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockRepo, RepoInUseError } from './repo-lock.ts'

const LOCK = fileURLToPath(new URL('./repo-lock.ts', import.meta.url))

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-lock-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

/** Starts a process that locks the folder and prints what came of it. */
function locker (): { child: ReturnType<typeof spawn>; said: Promise<string> } {
  const code = `const { lockRepo } = await import(${JSON.stringify(LOCK)})
try { lockRepo(${JSON.stringify(folder)}); console.log('locked') } catch (err) { console.log(err.name) }
setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const said = once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line').then(([line]) =>
    line as string
  )
  return { child, said }
}

test('excludes a second opening until it is given back', () => {
  const unlock = lockRepo(folder)
  expect(() => lockRepo(folder)).toThrow(RepoInUseError)
  expect(() => lockRepo(folder)).toThrow(`is open in process ${process.pid}`)
  unlock()
  lockRepo(folder)()
})

test('leaves one file, however often it is taken', async () => {
  for (let i = 0; i < 5; i++) {
    lockRepo(folder)()
  }
  expect(await readdir(folder)).toEqual(['lock.5'])
})

test('excludes other processes, and is free after their kill', async () => {
  const first = locker()
  expect(await first.said).toBe('locked')
  expect(() => lockRepo(folder)).toThrow(`is open in process ${first.child.pid}`)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  lockRepo(folder)()
})

test('goes to one of many processes that start at once', async () => {
  // The lock of a process that no longer exists.
  await writeFile(path.join(folder, 'lock.7'), JSON.stringify({ pid: 2 ** 22 + 1, started: 'earlier' }))
  const all = Array.from({ length: 4 }, locker)
  const said = await Promise.all(all.map(async ({ said }) => await said))
  expect(said.sort()).toEqual(['RepoInUseError', 'RepoInUseError', 'RepoInUseError', 'locked'])
  all.forEach(({ child }) => child.kill('SIGKILL'))
})

test.runIf(process.platform === 'linux')('is free if another process has the ID meanwhile', async () => {
  await writeFile(path.join(folder, 'lock.1'), JSON.stringify({ pid: process.pid, started: 'before the last boot' }))
  lockRepo(folder)()
})
