import fc from 'fast-check'
import all from 'it-all'
import { expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

async function* from (chunks: Uint8Array[], error?: Error): AsyncGenerator<Uint8Array> {
  yield* chunks

  if (error != null) {
    throw error
  }
}

it('returns the same bytes in chunks of the given size, except before a large one and at the end', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 30 })), async (chunks) => {
    const out = await all(coalesce(from(chunks), 16))
    expect(Buffer.concat(out)).toEqual(Buffer.concat(chunks))
    expect(out.length).toBeLessThanOrEqual(
      Math.ceil(Buffer.concat(chunks).length / 16) + chunks.filter(({ length }) => length >= 16).length
    )
    expect(out.every(({ length }) => length > 0)).toBe(true)
  }))
})

it('passes large chunks without a copy', async () => {
  const large = new Uint8Array(20)
  expect((await all(coalesce(from([new Uint8Array(3), large, new Uint8Array(2)]), 16)))[1]).toBe(large)
})

it('yields the bytes before an error, then throws', async () => {
  const chunks = coalesce(from([Uint8Array.of(1), Uint8Array.of(2)], new Error('lost')), 16)
  expect((await chunks.next()).value).toEqual(Uint8Array.of(1, 2))
  await expect(chunks.next()).rejects.toThrow('lost')
})
