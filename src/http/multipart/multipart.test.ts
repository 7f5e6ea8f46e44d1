import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { restAsBlob } from '../../bytes/blobs/rest-as-blob.ts'
import { multipartBoundary, multipartParts } from './multipart.ts'

const BOUNDARY = 'B'
type Read = Array<{ headers: Record<string, string>; body: string }>

/** Splits a body into chunks of a fixed size. */
async function* inChunks (body: Uint8Array | string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body as string)
  for (let at = 0; at < bytes.length; at += size) {
    yield Uint8Array.from(bytes.subarray(at, at + size))
  }
}

async function readParts (chunks: AsyncIterable<Uint8Array>, boundary = BOUNDARY): Promise<Read> {
  const parts: Read = []

  for await (const { headers, content } of multipartParts(chunks, boundary)) {
    const bytes: Uint8Array[] = []
    for await (const chunk of content) {
      bytes.push(chunk)
    }
    parts.push({ headers: Object.fromEntries(headers), body: Buffer.concat(bytes).toString('latin1') })
  }

  return parts
}

const readText = async (body: string, size = 1 << 20): Promise<Read> => await readParts(inChunks(body, size))

function partText (body: string, headers = 'A: b'): string {
  return `--${BOUNDARY}\r\n${headers}\r\n\r\n${body}\r\n`
}

const END = `--${BOUNDARY}--\r\n`

const TWO_PARTS = `${partText('hello\r\nworld')}${
  partText('', 'Content-Disposition: form-data; name="x"\r\nContent-Type: text/plain')
}${END}`
const TWO_PARTS_READ = [
  { headers: { a: 'b' }, body: 'hello\r\nworld' },
  { headers: { 'content-disposition': 'form-data; name="x"', 'content-type': 'text/plain' }, body: '' }
]

describe('parts of a multipart body', () => {
  test('are parsed for any chunk boundaries', async () => {
    for (let size = 1; size <= TWO_PARTS.length; size++) {
      expect(await readText(TWO_PARTS, size)).toEqual(TWO_PARTS_READ)
    }
  })

  test('are parsed with a chunk boundary at every byte', async () => {
    for (let cut = 0; cut <= TWO_PARTS.length; cut++) {
      const twoChunks = (async function* () {
        yield Buffer.from(TWO_PARTS.slice(0, cut))
        yield Buffer.from(TWO_PARTS.slice(cut))
      })()
      expect(await readParts(twoChunks)).toEqual(TWO_PARTS_READ)
    }
  })

  test.each([
    ['no part', END, []],
    ['no part and no line end', '--B--', []],
    ['an empty part without the line end that would part header and delimiter', '--B\r\nA: b\r\n\r\n--B--\r\n', ['']],
    ['a preamble', `to be ignored\r\n\r\n${partText('x')}${END}`, ['x']],
    ['a preamble that ends like a delimiter', `--BX\r\n--B \r\nA: b\r\n\r\nx\r\n${END}`, ['x']],
    ['an epilogue', `${partText('x')}${END}and more\r\n--B\r\n`, ['x']],
    ['white space behind delimiters', '--B \t\r\nA: b\r\n\r\nx\r\n--B-- \t\r\n', ['x']],
    ['bare line feeds throughout', '--B\nA: b\n\nx\r\ny\n--B\n\nz\n--B--\n', ['x\r\ny', 'z']],
    ['a part without a header', '--B\r\n\r\nx\r\n--B--', ['x']],
    ['text that looks like a delimiter', `${partText('a\r\n--BX\r\n--B-x\r\n --B')}${END}`, [
      'a\r\n--BX\r\n--B-x\r\n --B'
    ]],
    ['line ends before the delimiter', `${partText('x\r\n\r\n')}${END}`, ['x\r\n\r\n']],
    ['line feeds before the delimiter of carriage returns', `${partText('x\n--B\n')}${END}`, ['x\n--B\n']]
  ])('with %s', async (_, body, expected) => {
    for (const size of [1, 3, 1000]) {
      expect((await readText(body, size)).map(({ body }) => body)).toEqual(expected)
    }
  })

  test('are skipped if they are not read', async () => {
    const headers: string[] = []
    for await (
      const { headers: found } of multipartParts(
        inChunks(`${partText('1', 'N: 1')}${partText('22', 'N: 2')}${END}`, 3),
        BOUNDARY
      )
    ) {
      headers.push(found.get('n') as string)
    }
    expect(headers).toEqual(['1', '2'])
  })

  test('are skipped if they are partly read', async () => {
    const seen: string[] = []

    for await (
      const { content } of multipartParts(
        inChunks(`${partText('a'.repeat(50))}${partText('b'.repeat(50))}${END}`, 7),
        BOUNDARY
      )
    ) {
      for await (const chunk of content) {
        seen.push(Buffer.from(chunk).toString()[0])
        break
      }
    }

    expect(seen).toEqual(['a', 'b'])
  })

  test('cancel the body when the reader stops', async () => {
    let stopped = false
    const body = (async function* () {
      try {
        yield* inChunks(TWO_PARTS, 10)
      } finally {
        stopped = true
      }
    })()

    for await (const _ of multipartParts(body, BOUNDARY)) {
      break
    }
    expect(stopped).toBe(true)
  })

  test('are views of the chunks of the body, without a copy', async () => {
    const chunk = new Uint8Array(100_000).fill(7)
    const body = (async function* () {
      yield Buffer.from('--B\r\n\r\n')
      yield chunk
      yield Buffer.from('\r\n--B--')
    })()

    for await (const { content } of multipartParts(body, BOUNDARY)) {
      for await (const piece of content) {
        expect(piece.buffer).toBe(chunk.buffer)
        expect(piece.length).toBe(chunk.length)
      }
    }
  })

  test('in quoted-printable are decoded, and lose their encoding header', async () => {
    expect(await readText(`${partText('a=3Db=\r\nc', 'Content-Transfer-Encoding: Quoted-Printable')}${END}`)).toEqual([{
      headers: {},
      body: 'a=bc'
    }])
  })
})

describe('headers of a part', () => {
  test.each([
    ['are found by their names in lower case', 'Content-TYPE: a/b', { 'content-type': 'a/b' }],
    ['lose white space before the value and keep it behind', 'A: \t x ', { a: 'x' }],
    ['go on in lines that start with white space', 'A: 1\r\n 2\r\n\t3', { a: '1 2 3' }],
    ['may be empty', 'A:', { a: '' }],
    ['are those that come first', 'A: 1\r\na: 2', { a: '1' }],
    ['are UTF-8', 'A: ü', { a: 'ü' }],
    ['with a space before the colon are let pass under that name', 'A : 1', { 'A ': '1' }]
  ])('%s', async (_, lines, expected) => {
    expect((await readText(`--B\r\n${lines}\r\n\r\nx\r\n--B--`))[0].headers).toEqual(expected)
  })

  test('are parsed in linear time with very many spaces', async () => {
    const value = `${' '.repeat(1_000_000)}b`
    const [{ headers }] = await readText(`${partText('x', `A: a${value} \t`)}--${BOUNDARY}--\r\n`)
    expect(headers.a).toBe(`a${value}`)
  })

  test('may be large', async () => {
    const value = 'x'.repeat(1_000_000)
    expect((await readText(`--B\r\nA: ${value}\r\n\r\n\r\n--B--`, 65536))[0].headers).toEqual({ a: value })
  })

  test.each([
    ['too large a line', `A: ${'x'.repeat(11 * 1024 * 1024)}`, 'multipart: message too large'],
    ['too many lines', Array.from({ length: 10_001 }, () => 'A: b').join('\r\n'), 'multipart: message too large'],
    ['no colon', 'nothing', 'malformed MIME header: missing colon: "nothing"'],
    ['no name', ': x', 'malformed MIME header line: ": x"'],
    ['a name with other characters', 'a(b): x', 'malformed MIME header line: "a(b): x"'],
    ['a control character', 'a: \x01', 'malformed MIME header line: "a: \\x01"'],
    ['white space at the start', ' a: x', 'malformed MIME header initial line: " a: x"']
  ])('with %s are an error', async (_, lines, message) => {
    await expect(readText(`--B\r\n${lines}\r\n\r\nx\r\n--B--`, 65536)).rejects.toMatchObject({
      name: 'MultipartError',
      message
    })
  })
})

describe('a body that is not multipart', () => {
  test.each([
    ['nothing', '', 'multipart: NextPart: EOF'],
    ['text', 'hello\r\n', 'multipart: NextPart: EOF'],
    ['one long line', 'x'.repeat(5000), 'multipart: NextPart: bufio: buffer full'],
    [
      'text between the parts',
      '--B\r\n\r\nx\r\n--B \t-\r\n\r\n--B--',
      'multipart: expecting a new Part; got line "--B \\t-\\r\\n"'
    ],
    [
      'text between the parts after an empty one',
      '--B\r\n\r\n--B \t-\r\n\r\n--B--',
      'multipart: unexpected line in Next(): "--B \\t-\\r\\n"'
    ],
    ['a mix of line ends', '--B\n\nx\n--B\r\n\r\ny\n--B--', 'multipart: expecting a new Part; got line "--B\\r\\n"']
  ])('is an error: %s', async (_, body, message) => {
    for (const size of [1, 7, 10_000]) {
      await expect(readText(body, size)).rejects.toMatchObject({ name: 'MultipartError', message })
    }
  })

  test('is an error if it is truncated anywhere', async () => {
    const closed = TWO_PARTS.indexOf('--B--') + '--B--'.length

    for (let length = 0; length < closed; length++) {
      await expect(readText(TWO_PARTS.slice(0, length), 5), `cut at ${length}`).rejects.toMatchObject({
        name: 'MultipartError'
      })
    }

    expect(await readText(TWO_PARTS.slice(0, closed), 5)).toEqual(TWO_PARTS_READ)
  })

  test('fails in the truncated content, and again at the next part', async () => {
    const parts = multipartParts(inChunks('--B\r\n\r\nhel', 4), BOUNDARY)
    const { value } = await parts.next()
    const received: Uint8Array[] = []
    await expect((async () => {
      for await (const chunk of value!.content) {
        received.push(chunk)
      }
    })()).rejects.toMatchObject({ name: 'MultipartError', message: 'unexpected EOF' })
    expect(Buffer.concat(received).toString()).toBe('hel')
    await expect(parts.next()).rejects.toMatchObject({ name: 'MultipartError', message: 'multipart: NextPart: EOF' })
  })

  test('passes on the error of the source', async () => {
    const broken = (async function* () {
      yield Buffer.from('--B\r\n\r\nhel')
      throw new TypeError('the wire broke')
    })()
    await expect(readParts(broken)).rejects.toMatchObject({ name: 'TypeError' })
  })
})

test('parses any parts for any chunk boundaries', async () => {
  // bytes of delimiters, with a higher probability than others
  const body = fc.array(fc.oneof(fc.constantFrom(13, 10, 45, 66), fc.nat(255)), { maxLength: 60 }).map((bytes) =>
    Uint8Array.from(bytes)
  )
  const boundary = fc.constantFrom('B', '--B', '-', '----WebKitFormBoundary7MA4YWxkTrZu0gW')

  await fc.assert(
    fc.asyncProperty(
      fc.array(body, { maxLength: 4 }),
      boundary,
      fc.integer({ min: 1, max: 20 }),
      async (bodies, boundary, size) => {
        fc.pre(bodies.every((body) => !`\r\n${Buffer.from(body).toString('latin1')}`.includes(`\r\n--${boundary}`)))
        const encoded = Buffer.concat([
          ...bodies.flatMap((body) => [Buffer.from(`--${boundary}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]),
          Buffer.from(`--${boundary}--`)
        ])
        expect((await readParts(inChunks(encoded, size), boundary)).map(({ body }) => body)).toEqual(
          bodies.map((body) => Buffer.from(body).toString('latin1'))
        )
      }
    ),
    { numRuns: 300 }
  )
})

test('parses any bytes to parts or a parser error', async () => {
  const pieces = fc.constantFrom('--B\r\n', '--B--', '--B', '\r\n', '\n', 'A: b\r\n', '-', 'x', '\r', ' ', '\0', 'ü')

  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 20 }), fc.integer({ min: 1, max: 9 }), async (pieces, size) => {
      const whole = await readText(pieces.join('')).catch((err: Error) => ({ name: err.name, message: err.message }))
      const cut = await readText(pieces.join(''), size).catch((err: Error) => ({
        name: err.name,
        message: err.message
      }))
      expect(cut).toEqual(whole)
      expect(Array.isArray(whole) || whole.name === 'MultipartError').toBe(true)
    }),
    { numRuns: 500 }
  )
})

describe('the boundary of a content type', () => {
  test.each([
    ['multipart/form-data; boundary=x', 'x'],
    ['Multipart/Form-Data; charset=utf-8; BOUNDARY="a b"', 'a b'],
    ['multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW', '----WebKitFormBoundary7MA4YWxkTrZu0gW'],
    [null, undefined],
    ['text/plain; boundary=x', undefined],
    ['multipart/mixed; boundary=x', undefined],
    ['', undefined]
  ])('%s', (contentType, boundary) => {
    expect(multipartBoundary(contentType)).toBe(boundary)
  })

  test.each([
    ['multipart/form-data', 'no multipart boundary param in Content-Type'],
    ['multipart/form-data; boundary', "request Content-Type isn't multipart/form-data"],
    ['multipart/form-data; boundary=', "request Content-Type isn't multipart/form-data"]
  ])('%s is an error', (contentType, message) => {
    expect(() => multipartBoundary(contentType)).toThrow(expect.objectContaining({ name: 'MultipartError', message }))
  })

  test('must not be empty', async () => {
    await expect(readParts(inChunks('--\r\n\r\n', 10), '')).rejects.toMatchObject({
      name: 'MultipartError',
      message: 'multipart: boundary is empty'
    })
  })
})

describe('a part whose rest is read as a Blob', () => {
  /** Reads all parts, each of them after `from` bytes by the Blob, in pieces of a fixed size. */
  async function readByBlob (
    body: string,
    { from, piece, minBytes = 1 }: { from: number; piece: number; minBytes?: number }
  ): Promise<{ parts: Read; ended: number[]; taken: number }> {
    const blob = new Blob([Buffer.from(body, 'latin1')])
    const parts: Read = []
    const ended: number[] = []
    let taken = 0

    for await (
      const { headers, content } of multipartParts(inChunks(Buffer.from(body, 'latin1'), piece), BOUNDARY, {
        for: async () => blob,
        ended: (bytes) => {
          ended.push(bytes)
        }
      })
    ) {
      const bytes: Uint8Array[] = []

      for await (
        const chunk of restAsBlob(content, from, minBytes, (rest) => {
          taken++
          return rest.until((async function* () {
            for (let at = 0; at < rest.blob.size; at += piece) {
              yield* rest.read(rest.blob.slice(at, at + piece))
            }
          })())
        })
      ) {
        bytes.push(chunk)
      }

      parts.push({ headers: Object.fromEntries(headers), body: Buffer.concat(bytes).toString('latin1') })
    }

    return { parts, ended, taken }
  }

  const texts = fc.array(
    fc.constantFrom('\r', '\n', '\r\n', '-', '--', '\r\n--B', '\r\n--', 'B', ' ', 'x', 'longer text'),
    { maxLength: 12 }
  ).map((pieces) => pieces.join(''))

  test('has the same bytes as a streamed part, for any content and chunk boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 40 }),
        async (bodies, from, piece) => {
          const body = `${bodies.map((text) => partText(text)).join('')}${END}`
          const outcome = async (reading: Promise<Read>): Promise<Read | string> =>
            await reading.catch((err: Error) => err.message)
          expect(
            await outcome(readByBlob(body, { from, piece }).then(({ parts }) => parts))
          ).toEqual(await outcome(readParts(inChunks(Buffer.from(body, 'latin1'), piece))))
        }
      ),
      { numRuns: 500 }
    )
  })

  test('is truncated where the body is', async () => {
    const whole = partText('0123456789'.repeat(10))

    for (let cut = whole.length - 60; cut < whole.length; cut++) {
      await expect(readByBlob(whole.slice(0, cut), { from: 7, piece: 9 })).rejects.toThrow('EOF')
    }
  })

  test('reports its length if other parts follow', async () => {
    expect(await readByBlob(`${partText('x'.repeat(100))}${partText('y'.repeat(30))}${END}`, { from: 10, piece: 8 }))
      .toMatchObject({ ended: [90], taken: 1, parts: [{ body: 'x'.repeat(100) }, { body: 'y'.repeat(30) }] })
  })

  test('is not used if too few bytes may be left', async () => {
    expect(await readByBlob(`${partText('x'.repeat(100))}${END}`, { from: 10, piece: 8, minBytes: 91 })).toMatchObject({
      taken: 0,
      parts: [{ body: 'x'.repeat(100) }]
    })
    expect(await readByBlob(`${partText('x'.repeat(100))}${END}`, { from: 10, piece: 8, minBytes: 90 })).toMatchObject({
      taken: 1,
      parts: [{ body: 'x'.repeat(100) }]
    })
  })

  test('continues with the next part when its reader stops', async () => {
    const body = Buffer.from(`${partText('x'.repeat(100))}${partText('y')}${END}`)
    const bodies: string[] = []

    for await (
      const { content } of multipartParts(inChunks(body, 16), BOUNDARY, {
        for: async () => new Blob([body]),
        ended: () => {}
      })
    ) {
      const [first] = await collectPieces(content, 1)
      const rest = await content.takeRest?.(first.length, 1)
      bodies.push(
        Buffer.concat([first, ...rest == null ? [] : await collectPieces(rest.until(rest.read(rest.blob)), 1)])
          .toString()
      )
    }

    expect(bodies[0]).toBe('x'.repeat(100))
    expect(bodies).toHaveLength(2)
  })
})

async function collectPieces (bytes: AsyncIterable<Uint8Array>, pieces: number): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []

  for await (const piece of bytes) {
    all.push(piece)
    if (all.length === pieces) {
      break
    }
  }

  return all
}
