import { writeFileSync } from 'node:fs'
import { link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyPatches } from './apply-patches.mjs'

const PATCH = `diff --git a/node_modules/some/index.js b/node_modules/some/index.js
index 1..2 100644
--- a/node_modules/some/index.js
+++ b/node_modules/some/index.js
@@ -1,3 +1,4 @@
 one
-two
+TWO
+three
 four
`
const [BEFORE, AFTER] = ['one\ntwo\nfour\n', 'one\nTWO\nthree\nfour\n']

let root: string
const at = (name: string): string => path.join(root, name)
const readPatched = async (): Promise<string> => await readFile(at('node_modules/some/index.js'), 'utf8')

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'apply-patches-'))
  await mkdir(at('patches'))
  await mkdir(at('node_modules/some'), { recursive: true })
  await writeFile(at('patches/some+1.0.0.patch'), PATCH)
  await writeFile(at('node_modules/some/index.js'), BEFORE)
})

afterEach(async () => {
  await rm(root, { recursive: true })
})

describe('applyPatches', () => {
  it('applies a patch once', async () => {
    const run = vi.fn((folder: string) => {
      expect(folder).toBe(root)
      writeFileSync(at('node_modules/some/index.js'), AFTER)
      return ''
    })
    expect(await applyPatches(root, { run })).toBe(true)
    expect(await readPatched()).toBe(AFTER)
    expect(await applyPatches(root, { run })).toBe(false)
    expect(run).toHaveBeenCalledOnce()
  })

  it('names a patch that does not fit, with the output of the tool and the way out', async () => {
    await expect(applyPatches(root, { run: () => 'a reason' })).rejects.toMatchObject({
      forPeople: true,
      message: expect.stringMatching(/patches\/some\+1\.0\.0\.patch.*npm ci.*\na reason$/s)
    })
  })

  it('does not change other hard links to a file', async () => {
    await link(at('node_modules/some/index.js'), at('elsewhere.js'))
    await applyPatches(root, {
      run: () => {
        writeFileSync(at('node_modules/some/index.js'), AFTER)
        return ''
      }
    })
    expect(await readPatched()).toBe(AFTER)
    expect(await readFile(at('elsewhere.js'), 'utf8')).toBe(BEFORE)
  })

  it('does nothing without patches', async () => {
    await rm(at('patches'), { recursive: true })
    expect(await applyPatches(root, { run: () => 'not called' })).toBe(false)
  })
})

describe('the patches of this project', () => {
  const project = new URL('../../', import.meta.url)

  it('are applied, to exactly the versions that package.json names', async () => {
    const { devDependencies } = JSON.parse(await readFile(new URL('package.json', project), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const names = await readdir(new URL('patches', project))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const [, dependency = '', version] = /^(.*)\+([^+]+)\.patch$/.exec(name) ?? []
      expect([name, devDependencies[dependency.replace('+', '/')]]).toEqual([name, version])
    }
    expect(await applyPatches()).toBe(false)
  })

  it('are listed in the decision about them', async () => {
    const decision = await readFile(new URL('docs/decisions/0012-patched-packages.md', project), 'utf8')
    for (const name of await readdir(new URL('patches', project))) {
      expect(decision).toContain(name)
    }
  })
})
