import all from 'it-all'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { gzip } from './gzip.ts'

const text = new TextEncoder().encode(
  Array.from({ length: 20_000 }, (_, i) => `line ${i * 7919 % 1000} of the text\n`).join('')
)

async function* chunks (bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size)
  }
}

describe.each([undefined, 1, 6, 9])('level %s', (level) => {
  it('can be decompressed', async () => {
    const packed = Buffer.concat(await all(gzip(chunks(text), level)))
    expect(gunzipSync(packed).equals(text)).toBe(true)
    expect(packed.length).toBeLessThan(text.length / 2)
  })

  it('compresses no bytes', async () => {
    expect(gunzipSync(Buffer.concat(await all(gzip(chunks(new Uint8Array(0)), level))))).toHaveLength(0)
  })

  it('fails as its source does', async () => {
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield* chunks(text)
      throw new Error('lost')
    }

    await expect(all(gzip(failing(), level))).rejects.toThrow('lost')
  })

  it('closes its source when the reader stops', async () => {
    let ended = false
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield crypto.getRandomValues(new Uint8Array(60_000))
        }
      } finally {
        ended = true
      }
    }

    const packed = gzip(endless(), level)
    await packed.next()
    await packed.return(undefined)
    await expect.poll(() => ended).toBe(true)
  })
})

it('compresses better at the higher level', async () => {
  const size = async (level: number): Promise<number> => Buffer.concat(await all(gzip(chunks(text), level))).length
  expect(await size(9)).toBeLessThan(await size(1))
})
