import { expect, test } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024
const SIZE = 40 * MIB

test('serves a large file whole and in ranges, also while it is unpinned and collected', async ({ app }) => {
  const answer = await app.evaluate(async (size) => {
    const pieces = Array.from({ length: size / 65536 }, () => crypto.getRandomValues(new Uint8Array(65536)))
    const sent = new Blob(pieces)
    const form = new FormData()
    form.append('file', sent, 'large.bin')
    const post = async (path: string, body?: FormData): Promise<Response> =>
      await fetch(`/api/v0/${path}`, { method: 'POST', body })
    const { Hash } = await (await post('add?cid-version=1', form)).json() as { Hash: string }
    const gateway = async (range?: string): Promise<Response> =>
      await fetch(`/ipfs/${Hash}`, { cache: 'no-store', headers: range == null ? {} : { Range: range } })
    const sha256 = async (blob: Blob): Promise<string> =>
      [...new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))].join()

    const same = async (response: Response, start: number, end: number): Promise<boolean> =>
      await sha256(await response.blob()) === await sha256(sent.slice(start, end))
    const whole = await same(await gateway(), 0, size)
    const part = await same(await gateway('bytes=300000-9299999'), 300_000, 9_300_000)
    const cat = await same(await post(`cat?arg=${Hash}&offset=1&length=${size - 2}`), 1, size - 1)

    const reader = (await gateway()).body!.getReader()
    const read = [(await reader.read()).value!]
    await (await post(`pin/rm?arg=${Hash}`)).text()
    await (await post('repo/gc')).text()

    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      read.push(step.value)
    }

    return {
      whole,
      part,
      cat,
      collected: await same(new Response(new Blob(read)), 0, size),
      after: (await gateway()).status
    }
  }, SIZE)

  expect(answer).toEqual({ whole: true, part: true, cat: true, collected: true, after: 404 })
})
