import { describe, expect, test } from 'vitest'
import { readText, uploadEntries } from './upload.ts'
import type { UploadEntry } from './upload-entry.ts'

function request (parts: string[], contentType = 'multipart/form-data; boundary=B'): Request {
  return new Request('http://x', { method: 'POST', headers: { 'Content-Type': contentType }, body: [...parts.map((part) => `--B\r\n${part}\r\n`), '--B--\r\n'].join('') })
}

function part (disposition: string, type: string | undefined, body: string, ...headers: string[]): string {
  return [`Content-Disposition: ${disposition}`, ...(type == null ? [] : [`Content-Type: ${type}`]), ...headers, '', body].join('\r\n')
}

async function entries (...parts: string[]): Promise<Array<Omit<UploadEntry, 'content'> & { text: string }>> {
  const found = []

  for await (const { content, ...entry } of uploadEntries(request(parts)) ?? []) {
    found.push({ ...entry, text: await readText(content) })
  }

  return found
}

describe('an upload', () => {
  test('is there for multipart/form-data alone', () => {
    expect(uploadEntries(request([], 'text/plain'))).toBeUndefined()
    expect(uploadEntries(request([], 'multipart/mixed; boundary=B'))).toBeUndefined()
    expect(() => uploadEntries(request([], 'multipart/form-data'))).toThrow(expect.objectContaining({ name: 'MultipartError' }))
  })

  test('has files, directories and symlinks', async () => {
    expect(await entries(
      part('form-data; name="file"; filename="d"', 'application/x-directory', ''),
      part('form-data; name="file"; filename="d%2Fa%20b"', 'application/octet-stream', 'hello'),
      part('form-data; name="file"; filename="d/l"', 'application/symlink', 'a b'),
      part('form-data; name="x"', undefined, 'no name')
    )).toEqual([
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
    expect((await entries(part(`form-data; name="file"; filename="${filename}"`, undefined, '')))[0].path).toBe(path)
  })

  test('knows where the client has a file', async () => {
    expect((await entries(part('form-data; filename="a"', undefined, '', 'Abspath: /tmp/a b')))[0].abspath).toBe('/tmp/a b')
    expect((await entries(part('form-data; filename="a"', undefined, '', 'Abspath-Encoded: /tmp/a%20b%2Bc', 'Abspath: no')))[0].abspath).toBe('/tmp/a b+c')
    await expect(entries(part('form-data; filename="a"', undefined, '', 'abspath-encoded: /tmp/%zz'))).rejects.toThrow('invalid URL escape "%zz"')
  })

  test('ends at a part whose disposition cannot be read', async () => {
    expect(await entries(part('form-data; filename="a"', undefined, '1'), 'X: y\r\n\r\n2', part('form-data; filename="b"', undefined, '3'))).toMatchObject([{ path: 'a' }])
  })

  test('fails at a part whose type cannot be read', async () => {
    await expect(entries(part('form-data; filename="a"', 'text', '1'), part('form-data; filename="b"', 'a/', ''))).rejects.toThrow('mime: expected token after slash')
  })

  test('keeps a byte order mark', async () => {
    expect((await entries(part('form-data', undefined, '\ufeffa')))[0].text).toBe('\ufeffa')
  })
})
