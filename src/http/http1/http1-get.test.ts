import { expect, test } from 'vitest'
import { http1Get } from './http1-get.ts'

/** Answers a request with these pieces. */
async function answered (...pieces: string[]): Promise<{ sent: string; status: number; text: string }> {
  let sent = ''
  const { status, body } = await http1Get(
    {
      write: async (bytes) => {
        sent += new TextDecoder().decode(bytes)
      },
      chunks: (async function* () {
        yield* pieces.map((piece) => new TextEncoder().encode(piece))
      })()
    },
    '/a?b',
    { accept: 'x/y', maxBytes: 100 }
  )
  return { sent, status, text: new TextDecoder().decode(body) }
}

const HEAD = 'HTTP/1.1 200 OK\r\n'

test('sends one request, and asks to close the connection after it', async () => {
  expect((await answered(`${HEAD}Content-Length: 0\r\n\r\n`)).sent).toBe(
    'GET /a?b HTTP/1.1\r\nHost: localhost\r\nAccept: x/y\r\nConnection: close\r\n\r\n'
  )
})

test.each([
  ['a length', [`${HEAD}Content-Length: 5\r\n\r\n`, 'he', 'llo']],
  ['a length, and more after it', [`${HEAD}content-length:5\r\n\r\nhello`, 'HTTP/1.1 200']],
  ['the end of the stream', [`${HEAD}Server: x\r\n\r\n`, 'hel', 'lo']],
  ['chunks', [`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '2\r\nhe\r', '\n3;x=y\r\nllo\r\n0\r\n\r\n']],
  ['a head in pieces', ['HTTP/1.1 20', '0 OK\r\nContent-Length: 5\r', '\n\r\nhello']]
])('reads a body whose length is given by %s', async (_, pieces) => {
  expect(await answered(...pieces)).toMatchObject({ status: 200, text: 'hello' })
})

test('returns the status of an error', async () => {
  expect(await answered('HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno')).toMatchObject({
    status: 404,
    text: 'no'
  })
})

test.each([
  ['nothing', [], 'the answer has no head'],
  ['half a head', [HEAD], 'the answer has no head'],
  ['another protocol', ['SSH-2.0\r\n\r\n'], 'the answer has no head'],
  ['a short body', [`${HEAD}Content-Length: 5\r\n\r\nhel`], 'the answer was cut'],
  ['no last chunk', [`${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n`], 'the answer was cut'],
  ['a short chunk', [`${HEAD}Transfer-Encoding: chunked\r\n\r\n9\r\nhe\r\n`], 'the answer was cut'],
  ['no chunk size', [`${HEAD}Transfer-Encoding: chunked\r\n\r\nx\r\n`], 'the answer was cut'],
  ['an endless head', [HEAD + 'x'.repeat(70_000)], 'the answer is too long'],
  ['an endless body', [`${HEAD}\r\n`, 'x'.repeat(70_000)], 'the answer is too long']
])('refuses %s', async (_, pieces, message) => {
  await expect(answered(...pieces)).rejects.toThrow(message)
})
