import { afterEach, describe, expect, it, vi } from 'vitest'
import { readTextPart, TEXT_PART_BYTES } from './read-text-part.ts'
import type { TextPart } from './read-text-part.ts'

const { signal } = new AbortController()

/** Answers ranges of a file. */
function serve (text: string): void {
  const bytes = new TextEncoder().encode(text)
  vi.stubGlobal('fetch', async (_: string, { headers: { Range } }: { headers: { Range: string } }) => {
    const [from, to] = /(\d+)-(\d+)/.exec(Range)!.slice(1).map(Number)
    const part = bytes.subarray(from, to + 1)
    return new Response(part, {
      status: 206,
      headers: { 'Content-Range': `bytes ${from}-${from + part.length - 1}/${bytes.length}` }
    })
  })
}

async function readAll (): Promise<TextPart[]> {
  const parts: TextPart[] = []
  let from = 0
  do {
    parts.push(await readTextPart('/x', { from }, { signal }))
    from = parts.at(-1)!.end
  } while (from < parts.at(-1)!.of)
  return parts
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('readTextPart', () => {
  it.each([
    ['lines', Array.from({ length: 60_000 }, (_, i) => `line ${i} ü`).join('\n')],
    ['one long line of three-byte characters', '水'.repeat(200_000)],
    ['a short text', 'hello']
  ])('reads all parts of %s', async (_, text) => {
    serve(text)
    const parts = await readAll()
    expect(parts.map(({ text }) => text).join('')).toBe(text)
    expect(Math.max(...parts.map(({ start, end }) => end - start))).toBeLessThanOrEqual(TEXT_PART_BYTES)
  })

  it('ends and begins with a line', async () => {
    const text = Array.from({ length: 60_000 }, (_, i) => `line ${i} ü`).join('\n')
    serve(text)
    const [first, second] = await readAll()
    expect(first.text!.endsWith('\n')).toBe(true)
    expect(second.text!.startsWith('line ')).toBe(true)
    const last = await readTextPart('/x', { before: first.of }, { signal })
    expect(last.text!.startsWith('line ')).toBe(true)
    expect(last.text!.endsWith('line 59999 ü')).toBe(true)
    expect(await readTextPart('/x', { before: second.start }, { signal })).toEqual(first)
  })

  it('begins with a whole character before a position', async () => {
    serve('水'.repeat(200_000))
    const last = await readTextPart('/x', { before: 600_000 }, { signal })
    expect(last.text).toMatch(/^水+$/)
  })

  it('recognizes a file that is no text', async () => {
    serve('PNG\0\u0001')
    expect((await readTextPart('/x', { from: 0 }, { signal })).text).toBeUndefined()
  })

  it('reports the status of a failure', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 504 }))
    await expect(readTextPart('/x', { from: 0 }, { signal })).rejects.toThrow('HTTP 504')
  })
})
