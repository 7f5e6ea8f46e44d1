import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ensureInstall } from './ensure-install.mjs'
import { StartProblem } from './start-problem.mjs'

const LOCK = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.2.3' },
  'node_modules/b': { version: '2.0.0', optional: true }
}

let root: string
const log = (): void => {}
const run = vi.fn(async () => {})

async function writeLock (name: string, packages: unknown): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true })
  await writeFile(path.join(root, name), JSON.stringify({ packages }))
}

beforeEach(async () => {
  run.mockClear()
  root = await mkdtemp(path.join(os.tmpdir(), 'ensure-install-'))
  await writeLock('package-lock.json', LOCK)
})

afterEach(async () => {
  await rm(root, { recursive: true })
})

describe('ensureInstall', () => {
  it('applies the patches after an installation, and to packages that are installed already', async () => {
    const patch = vi.fn(async () => true)
    await ensureInstall(root, { run, log, patch })
    expect(run).toHaveBeenCalledBefore(patch)
    await writeLock('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.2.3' } })
    expect(await ensureInstall(root, { run, log, patch })).toBe(false)
    expect([run, patch].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
  })

  it('installs again if a patch does not fit the installed files', async () => {
    await writeLock('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.2.3' } })
    const patch = vi.fn(async () => true).mockRejectedValueOnce(new StartProblem('does not fit'))
    expect(await ensureInstall(root, { run, log, patch })).toBe(true)
    expect(run).toHaveBeenCalledOnce()
    expect(patch).toHaveBeenCalledTimes(2)
  })

  it('installs if there is no node_modules', async () => {
    expect(await ensureInstall(root, { run, log })).toBe(true)
    expect(run).toHaveBeenCalledOnce()
  })

  it('does nothing if all packages are installed, even without optional ones', async () => {
    await writeLock('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.2.3' } })
    expect(await ensureInstall(root, { run, log })).toBe(false)
    expect(run).not.toHaveBeenCalled()
  })

  it.each([
    ['another version', { 'node_modules/a': { version: '1.2.2' } }],
    ['a package too few', {}]
  ])('installs again if node_modules has %s', async (_, present) => {
    await writeLock('node_modules/.package-lock.json', present)
    expect(await ensureInstall(root, { run, log })).toBe(true)
  })

  it('reports a missing lock file', async () => {
    await rm(path.join(root, 'package-lock.json'))
    await expect(ensureInstall(root, { run, log })).rejects.toMatchObject({ forPeople: true })
  })

  it('reports a missing npm', async () => {
    await expect(ensureInstall(root, { log, env: { PATH: root } })).rejects.toMatchObject({
      forPeople: true,
      message: expect.stringContaining('npm was not found')
    })
  })

  it('reports a failure of npm', async () => {
    const npm = path.join(root, 'npm.js')
    await writeFile(npm, 'process.exit(1)')
    await expect(ensureInstall(root, { log, env: { npm_execpath: npm } })).rejects.toMatchObject({
      forPeople: true,
      message: expect.stringContaining('online')
    })
  })
})
