import { describe, expect, test } from 'vitest'
import { ChunkReader } from './chunk-reader.ts'

const decodeText = (bytes: Uint8Array | undefined): string | undefined =>
  bytes == null ? undefined : Buffer.from(bytes).toString()

async function* chunks (...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield Buffer.from(part)
  }
}

describe('ChunkReader', () => {
  test('returns lines, also across chunks, and the rest at the end', async () => {
    const reader = new ChunkReader(chunks('a\r', '\nb', 'c', '\n\nrest'))
    expect(decodeText(await reader.line(100))).toBe('a\r\n')
    expect(decodeText(await reader.line(100))).toBe('bc\n')
    expect(decodeText(await reader.line(100))).toBe('\n')
    expect(decodeText(await reader.line(100))).toBe('rest')
    expect(decodeText(await reader.line(100))).toBe('')
  })

  test('rejects an overlong line, and consumes none of it', async () => {
    const reader = new ChunkReader(chunks('12345', '6789\n'))
    expect(await reader.line(8)).toBeUndefined()
    expect(decodeText(await reader.line(10))).toBe('123456789\n')
  })

  test('does not read on for an overlong line', async () => {
    let read = 0
    const reader = new ChunkReader((async function* () {
      for (;;) {
        read++
        yield new Uint8Array(10)
      }
    })())
    expect(await reader.line(25)).toBeUndefined()
    expect(read).toBe(3)
  })

  test('waits for the requested number of bytes', async () => {
    const reader = new ChunkReader(chunks('ab', 'cd', 'ef'))
    expect(await reader.atLeast(3)).toBe(true)
    expect(decodeText(reader.buffer)).toBe('abcd')
    expect(decodeText(reader.take(1))).toBe('a')
    expect(await reader.atLeast(6)).toBe(false)
    expect(decodeText(reader.buffer)).toBe('bcdef')
  })

  test('copies no bytes if the buffer is empty', async () => {
    const chunk = new Uint8Array(1000)
    const reader = new ChunkReader((async function* () {
      yield chunk
    })())
    await reader.more()
    expect(reader.take(1000).buffer).toBe(chunk.buffer)
  })

  test('cancels the source once', async () => {
    let returned = 0
    const reader = new ChunkReader({
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: new Uint8Array(1) }),
        return: async () => {
          returned++
          return { done: true, value: undefined }
        }
      })
    })
    await reader.more()
    await reader.close()
    await reader.close()
    expect(returned).toBe(1)
    expect(await reader.more()).toBe(false)
  })
})
