import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toBytes } from '../../bytes/to-bytes.ts'
import { requestParts } from '../multipart/multipart.ts'
import type { RequestPartsOptions } from '../multipart/multipart.ts'
import type { UploadEntry } from './upload-entry.ts'
import { uploadEntries } from './upload.ts'

function requestEntries (request: Request, options?: RequestPartsOptions): AsyncIterable<UploadEntry> | undefined {
  const parts = requestParts(request, options)
  return parts == null ? undefined : uploadEntries(parts)
}

function request (parts: string[], contentType = 'multipart/form-data; boundary=B'): Request {
  return new Request('http://x', {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body: [...parts.map((part) => `--B\r\n${part}\r\n`), '--B--\r\n'].join('')
  })
}

function partText (disposition: string, type: string | undefined, body: string, ...headers: string[]): string {
  return [
    `Content-Disposition: ${disposition}`,
    ...(type == null ? [] : [`Content-Type: ${type}`]),
    ...headers,
    '',
    body
  ].join('\r\n')
}

async function entries (...parts: string[]): Promise<Array<Omit<UploadEntry, 'content'> & { text: string }>> {
  const found = []

  for await (const { content, ...entry } of requestEntries(request(parts)) ?? []) {
    found.push({ ...entry, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await toBytes(content)) })
  }

  return found
}

describe('an upload', () => {
  test('requires multipart/form-data', () => {
    expect(requestEntries(request([], 'text/plain'))).toBeUndefined()
    expect(requestEntries(request([], 'multipart/mixed; boundary=B'))).toBeUndefined()
    expect(() => requestEntries(request([], 'multipart/form-data'))).toThrow(
      expect.objectContaining({ name: 'MultipartError' })
    )
  })

  test('contains files, directories and symlinks', async () => {
    expect(
      await entries(
        partText('form-data; name="file"; filename="d"', 'application/x-directory', ''),
        partText('form-data; name="file"; filename="d%2Fa%20b"', 'application/octet-stream', 'hello'),
        partText('form-data; name="file"; filename="d/l"', 'application/symlink', 'a b'),
        partText('form-data; name="x"', undefined, 'no name')
      )
    ).toEqual([
      { kind: 'directory', path: 'd', text: '' },
      { kind: 'file', path: 'd/a b', text: 'hello' },
      { kind: 'symlink', path: 'd/l', target: 'a b', text: '' },
      { kind: 'file', path: '', text: 'no name' }
    ])
  })

  test.each([
    ['a/../../b', 'b'],
    ['/etc//passwd', 'etc/passwd'],
    ['..', ''],
    ['a%2f..%2f..%2fb', 'b'],
    ['50%', '50%'],
    ['a+b', 'a b']
  ])('cleans the path %s', async (filename, path) => {
    expect((await entries(partText(`form-data; name="file"; filename="${filename}"`, undefined, '')))[0].path).toBe(
      path
    )
  })

  test('returns the path of a file at the client', async () => {
    expect((await entries(partText('form-data; filename="a"', undefined, '', 'Abspath: /tmp/a b')))[0].abspath).toBe(
      '/tmp/a b'
    )
    expect(
      (await entries(
        partText('form-data; filename="a"', undefined, '', 'Abspath-Encoded: /tmp/a%20b%2Bc', 'Abspath: no')
      ))[
        0
      ].abspath
    ).toBe('/tmp/a b+c')
    await expect(entries(partText('form-data; filename="a"', undefined, '', 'abspath-encoded: /tmp/%zz'))).rejects
      .toThrow(
        'invalid URL escape "%zz"'
      )
  })

  test('ends at a part with an invalid disposition', async () => {
    expect(
      await entries(
        partText('form-data; filename="a"', undefined, '1'),
        'X: y\r\n\r\n2',
        partText('form-data; filename="b"', undefined, '3')
      )
    ).toMatchObject([{ path: 'a' }])
  })

  test('fails at a part with an invalid type', async () => {
    await expect(
      entries(partText('form-data; filename="a"', 'text', '1'), partText('form-data; filename="b"', 'a/', ''))
    )
      .rejects.toThrow('mime: expected token after slash')
  })

  test('keeps a byte order mark', async () => {
    expect((await entries(partText('form-data', undefined, '\ufeffa')))[0].text).toBe('\ufeffa')
  })

  test('limits the length of paths and links', async () => {
    const long = 'x'.repeat(64 * 1024)
    expect(await entries(partText(`form-data; filename="${long}"`, undefined, ''))).toMatchObject([{ path: long }])
    await expect(entries(partText(`form-data; filename="${long}x"`, undefined, ''))).rejects.toThrow(
      'a path of the upload is over 65536 bytes'
    )
    expect(await entries(partText('form-data; filename="l"', 'application/symlink', long))).toMatchObject([{
      target: long
    }])
    await expect(entries(partText('form-data; filename="l"', 'application/symlink', `${long}x`))).rejects.toThrow(
      'the target of a symlink is over 65536 bytes'
    )
  })
})

describe('a stalled upload', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Sends a part piece by piece, each after a delay. */
  function slow (
    kind: 'bytes' | undefined,
    ...pieces: Array<[ms: number, text: string]>
  ): { request: Request; cancelled: () => boolean } {
    let cancelled = false

    const body = new ReadableStream({
      type: kind as 'bytes',
      async pull (controller) {
        const [ms, text] = pieces.shift() ?? [Infinity, '']
        await new Promise((resolve) => {
          if (ms < Infinity) {
            setTimeout(resolve, ms)
          }
        })
        controller.enqueue(new TextEncoder().encode(text))
      },
      cancel () {
        cancelled = true
      }
    })

    return {
      cancelled: () => cancelled,
      request: new Request(
        'http://x',
        {
          method: 'POST',
          headers: { 'Content-Type': 'multipart/form-data; boundary=B' },
          body,
          duplex: 'half'
        } as RequestInit
      )
    }
  }

  async function read (request: Request): Promise<string> {
    let text = ''
    for await (const { content } of requestEntries(request, { stallMs: 60_000 }) ?? []) {
      for await (const chunk of content) {
        text += new TextDecoder().decode(chunk)
      }
    }
    return text
  }

  const HEAD = '--B\r\nContent-Disposition: form-data; filename="a"\r\n\r\n'

  test.each(['bytes', undefined] as const)('is aborted after its timeout: a stream of %s', async (kind) => {
    const { request, cancelled } = slow(kind, [0, HEAD], [59_000, 'a'], [59_000, 'b'])
    const reading = expect(read(request)).rejects.toMatchObject({
      name: 'UploadStalledError',
      message: expect.stringContaining('stood still for 60 s')
    })
    await vi.advanceTimersByTimeAsync(59_000 * 2 + 59_999)
    expect(cancelled()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await reading
    expect(cancelled()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('may be as slow as it likes while bytes arrive', async () => {
    const { request } = slow(
      'bytes',
      [0, HEAD],
      ...Array.from({ length: 100 }, (): [number, string] => [50_000, 'a']),
      [50_000, '\r\n--B--\r\n']
    )
    const reading = read(request)
    await vi.advanceTimersByTimeAsync(102 * 50_000)
    expect(await reading).toBe('a'.repeat(100))
  })

  test('does not include one whose bytes are not read', async () => {
    const { request } = slow('bytes', [0, HEAD], [0, 'a'], [0, '\r\n--B--\r\n'])
    let text = ''

    const reading = (async () => {
      for await (const { content } of requestEntries(request, { stallMs: 60_000 }) ?? []) {
        await new Promise((resolve) => setTimeout(resolve, 600_000))
        for await (const chunk of content) {
          text += new TextDecoder().decode(chunk)
        }
      }
    })()

    await vi.advanceTimersByTimeAsync(700_000)
    await reading
    expect(text).toBe('a')
  })
})
