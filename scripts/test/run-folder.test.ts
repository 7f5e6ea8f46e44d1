import { spawnSync } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRunFolder, oncePerRun, runFolder } from '../../e2e/fixtures/build/run-folder.ts'

describe('oncePerRun', () => {
  let remove: () => Promise<void>

  beforeEach(async () => {
    remove = await createRunFolder()
  })

  afterEach(async () => {
    await remove()
  })

  it('makes something once for all that need it', async () => {
    let made = 0
    const make = async (): Promise<string> => `made ${++made}`
    expect(await Promise.all([1, 2, 3].map(async () => await oncePerRun('tarball', make)))).toEqual(
      Array.from({ length: 3 }, () => 'made 1')
    )
  })

  it('makes it again after a failure, and after a process ended while it made it', async () => {
    await expect(oncePerRun('tarball', async () => {
      throw new Error('no disk')
    })).rejects.toThrow('no disk')
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    await writeFile(path.join(runFolder(), 'tarball.lock'), String(pid))
    expect(await oncePerRun('tarball', async () => 'made')).toBe('made')
  })

  it('is over with the run', async () => {
    const folder = runFolder()
    await remove()
    await expect(stat(folder)).rejects.toThrow('ENOENT')
  })
})
