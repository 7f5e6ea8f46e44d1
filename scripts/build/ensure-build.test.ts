import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureBuild } from './ensure-build.mjs'

let root: string
const log = (): void => {}

async function writeBuild (): Promise<void> {
  await mkdir(path.join(root, 'dist'), { recursive: true })
  await writeFile(path.join(root, 'dist', 'sw.js'), '')
}

async function source (name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true })
  await writeFile(path.join(root, name), text)
}

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'build-ensure-'))
  await source('src/a.ts', 'a')
  await source('src/deep/b.ts', 'b')
})

afterEach(async () => {
  await rm(root, { recursive: true })
})

describe('ensureBuild', () => {
  it('builds once', async () => {
    expect(await ensureBuild(root, { run: writeBuild, log })).toBe(true)
    expect(await ensureBuild(root, { run: writeBuild, log })).toBe(false)
  })

  it.each<[string, () => Promise<void>]>([
    ['a source changed', async () => {
      await source('src/deep/b.ts', 'bb')
    }],
    ['a source was added', async () => {
      await source('sw/c.ts', 'c')
    }],
    ['a source went', async () => {
      await rm(path.join(root, 'src/a.ts'))
    }],
    ['a source got older', async () => {
      await utimes(path.join(root, 'src/a.ts'), 1, 1)
    }],
    ['dist/ went', async () => {
      await rm(path.join(root, 'dist'), { recursive: true })
    }]
  ])('builds again if %s', async (_, change) => {
    await ensureBuild(root, { run: writeBuild, log })
    await change()
    expect(await ensureBuild(root, { run: writeBuild, log })).toBe(true)
  })

  it('does not build for changes of a test', async () => {
    await ensureBuild(root, { run: writeBuild, log })
    await source('src/a.test.ts', 'test')
    expect(await ensureBuild(root, { run: writeBuild, log })).toBe(false)
  })

  it('tries again after a failed build', async () => {
    await expect(ensureBuild(root, {
      log,
      run: async () => {
        throw new Error('no')
      }
    })).rejects.toThrow('no')
    expect(await ensureBuild(root, { run: writeBuild, log })).toBe(true)
  })
})
