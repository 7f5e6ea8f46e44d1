import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { launchOptions } from './launch-options.mjs'

async function withBrowser (files: string[], check: (folder: string) => void): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'swipfs-browser-'))

  try {
    for (const file of files) {
      await writeFile(path.join(folder, file), '')
    }
    vi.stubEnv('CHROMIUM_PATH', path.join(folder, 'chromium'))
    check(folder)
  } finally {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }
}

it('launches the full browser, and the headless shell next to it on request', async () => {
  await withBrowser(['chromium', 'chromium-headless-shell'], (folder) => {
    expect(launchOptions().executablePath).toBe(path.join(folder, 'chromium'))
    expect(launchOptions({ shell: true }).executablePath).toBe(path.join(folder, 'chromium-headless-shell'))
  })
})

it('launches the full browser if there is no headless shell', async () => {
  await withBrowser(['chromium'], (folder) => {
    expect(launchOptions({ shell: true }).executablePath).toBe(path.join(folder, 'chromium'))
  })
})

it('launches the headless shell that CHROMIUM_SHELL_PATH names, with the same switches', async () => {
  await withBrowser(['chromium', 'another'], (folder) => {
    vi.stubEnv('CHROMIUM_SHELL_PATH', path.join(folder, 'another'))
    const { executablePath, ...others } = launchOptions({ shell: true, args: ['--one'] })
    expect(executablePath).toBe(path.join(folder, 'another'))
    const { executablePath: _, ...full } = launchOptions({ args: ['--one'] })
    expect(others).toEqual(full)
  })
})
