import { describe, expect, test } from 'vitest'
import { quotedPrintable } from './quoted-printable.ts'

async function decodeText (text: string, size = 3): Promise<string> {
  const chunks: Uint8Array[] = []
  const source = (async function* () {
    for (let at = 0; at < text.length; at += size) {
      yield Uint8Array.from(Buffer.from(text.slice(at, at + size), 'latin1'))
    }
  })()
  for await (const chunk of quotedPrintable(source)) {
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('latin1')
}

describe('quoted-printable', () => {
  test.each([
    ['', ''],
    ['plain', 'plain'],
    ['=41=42', 'AB'],
    ['=c3=BC', '\xc3\xbc'],
    ['soft=\r\nbreak', 'softbreak'],
    ['soft=\nbreak', 'softbreak'],
    ['hard\r\nbreak\n', 'hard\r\nbreak\n'],
    ['trailing \t\r\nspace ', 'trailing\r\nspace'],
    ['a=zb', 'a=zb'],
    ['end=', 'end'],
    ['\xff raw', '\xff raw'],
    ['tab\there', 'tab\there']
  ])('%j', async (text, expected) => {
    for (const size of [1, 3, 100]) {
      expect(await decodeText(text, size)).toBe(expected)
    }
  })

  test('limits the line length like Go, for any chunk boundaries', async () => {
    for (const size of [100, 4096, 10_000]) {
      expect(await decodeText(`${'x'.repeat(4095)}\n${'y'.repeat(4096)}`, size)).toHaveLength(8192)
      await expect(decodeText(`${'x'.repeat(4096)}\n`, size)).rejects.toThrow('bufio: buffer full')
      await expect(decodeText('x'.repeat(4097), size)).rejects.toThrow('bufio: buffer full')
    }
  })

  test('rejects control characters', async () => {
    await expect(decodeText('a\x01b')).rejects.toThrow('quotedprintable: invalid unescaped byte 0x01 in body')
  })
})
