import { randomBytes, webcrypto } from 'node:crypto'
import { appendFile, writeFile } from 'node:fs/promises'
import type { Page, TestInfo } from 'playwright/test'
import { expect, rpc, test } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024

/**
 * Picks files on disk, like a user.
 *
 * @returns `send`: sends them as a form, and returns the answer's lines up to the one that reports that many bytes were
 *   read; `aborts`: stops the upload there, before anything else can happen
 */
async function pick (
  app: Page,
  info: TestInfo,
  files: Record<string, Uint8Array>
): Promise<
  {
    paths: string[]
    send: (path: string, stopAt?: number, aborts?: boolean) => Promise<Array<Record<string, unknown>>>
  }
> {
  const paths = Object.keys(files).map((name) => info.outputPath(name))
  await Promise.all(
    Object.values(files).map(async (bytes, i) => {
      await writeFile(paths[i], bytes)
    })
  )
  await app.evaluate(() => {
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', multiple: true, id: 'picked' })
    document.body.append(input)
  })
  await app.locator('#picked').setInputFiles(paths)

  const send = async (path: string, stopAt = Infinity, aborts = false): Promise<Array<Record<string, unknown>>> =>
    await app.evaluate(async ([path, stopAt, aborts]) => {
      const form = new FormData()
      for (const file of document.querySelector<HTMLInputElement>('#picked')!.files!) {
        form.append('file', file, encodeURIComponent(file.name))
      }
      const stop = new AbortController()
      const answer = (await fetch(path, { method: 'POST', body: form, signal: stop.signal })).body!.pipeThrough(
        new TextDecoderStream()
      ).getReader()
      const lines: Array<Record<string, unknown>> = []
      let text = ''

      for (let next = await answer.read(); !next.done; next = await answer.read()) {
        const all = `${text}${next.value}`.split('\n')
        text = all.pop()!
        lines.push(...all.map((line) => JSON.parse(line) as Record<string, unknown>))
        if (lines.some(({ Bytes }) => Number(Bytes) >= Number(stopAt))) {
          break
        }
      }

      if (aborts) {
        stop.abort()
      }
      Object.assign(window, {
        rest: async () => {
          for (let next = await answer.read(); !next.done; next = await answer.read()) {
            text += next.value
          }
          return text
        }
      })
      return lines
    }, [path, stopAt, aborts] as const)

  return { paths, send }
}

async function stat (page: Page): Promise<unknown> {
  const { NumObjects } = JSON.parse((await rpc(page, 'repo/stat')).text) as { NumObjects: number }
  return { NumObjects, pins: (await rpc(page, 'pin/ls')).text }
}

test('stores a form with large files unchanged, whatever follows them', async ({ app }, info) => {
  const before = await stat(app)
  const files = {
    'a.bin': randomBytes(18 * MIB),
    'b.txt': Buffer.from('\r\n------WebKitFormBoundary'.repeat(3)),
    'c.bin': Buffer.concat([randomBytes(26 * MIB + 77), Buffer.from('\r\n--')]),
    'd.bin': randomBytes(9 * MIB)
  }
  const { send } = await pick(app, info, files)

  for (const options of ['cid-version=1', 'raw-leaves=true&chunker=size-1048576', 'cid-version=0&raw-leaves=false']) {
    const lines = await send(`/api/v0/add?pin=false&wrap-with-directory=true&${options}`)
    expect(lines.map(({ Name }) => Name)).toEqual([...Object.keys(files), ''])

    for (const [i, bytes] of Object.values(files).entries()) {
      const digest = await app.evaluate(
        async (
          cid
        ) => [
          ...new Uint8Array(await crypto.subtle.digest('SHA-256', await (await fetch(`/ipfs/${cid}`)).arrayBuffer()))
        ],
        lines[i].Hash as string
      )
      expect(Buffer.from(digest).equals(Buffer.from(await webcrypto.subtle.digest('SHA-256', Uint8Array.from(bytes)))))
        .toBe(true)
    }
  }

  expect((await rpc(app, 'repo/verify')).text).toContain('verify complete')
  await rpc(app, 'repo/gc')
  expect(await stat(app)).toEqual(before)
})

test('a form whose file changes during the upload fails and stores nothing', async ({ app }, info) => {
  const before = await stat(app)
  const { paths, send } = await pick(app, info, { 'large.bin': randomBytes(192 * MIB) })
  await send('/api/v0/add?cid-version=1&progress=true', 24 * MIB)
  await appendFile(paths[0], 'more')
  const rest = await app.evaluate(async () =>
    await (window as unknown as { rest: () => Promise<string> }).rest().catch((err: Error) => `broken: ${err.message}`)
  )
  expect(rest).not.toContain('"Hash"')
  await expect.poll(async () => await stat(app)).toEqual(before)
})

test('an aborted form upload stores nothing', async ({ app }, info) => {
  const before = await stat(app)
  const { send } = await pick(app, info, { 'large.bin': randomBytes(64 * MIB) })
  await send('/api/v0/add?cid-version=1&progress=true', 24 * MIB, true)
  await expect.poll(async () => await stat(app)).toEqual(before)
})
