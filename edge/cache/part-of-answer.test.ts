import { beforeAll, expect, it, vi } from 'vitest'
import { partOfAnswer } from './part-of-answer.ts'

const HEADERS = {
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'public, max-age=29030400, immutable',
  'Content-Length': '10',
  'Content-Type': 'text/plain',
  ETag: '"x"'
}

/** Stubs the used part of the engine. */
beforeAll(() => {
  vi.stubGlobal(
    'FixedLengthStream',
    class extends TransformStream {
      constructor () {
        super()
      }
    }
  )
})

/** Returns the cached answer, in chunks like those of a cache. */
function cachedAnswer (headers: Record<string, string> = HEADERS): Response {
  const pieces = ['012', '3456', '789'].map((text) => new TextEncoder().encode(text))
  return new Response(
    new ReadableStream({
      pull: (controller) => {
        const piece = pieces.shift()
        if (piece == null) {
          controller.close()
        } else {
          controller.enqueue(piece)
        }
      }
    }),
    { headers }
  )
}

function partOf (
  asked: Record<string, string>,
  { method = 'GET', answer = cachedAnswer(), maxRangeBytes = 0 } = {}
): Response | undefined {
  return partOfAnswer(new Request('https://node.example/ipfs/a', { method, headers: asked }), answer, maxRangeBytes)
}

it.each([
  ['bytes=0-2', '012', '0-2'],
  ['bytes=2-4', '234', '2-4'],
  ['bytes=3-3', '3', '3-3'],
  ['bytes=7-', '789', '7-9'],
  ['bytes=-2', '89', '8-9'],
  ['bytes=1-99', '123456789', '1-9']
])('%s is %s', async (range, text, said) => {
  const answer = partOf({ range })!
  expect([
    answer.status,
    answer.headers.get('content-range'),
    answer.headers.get('content-length'),
    await answer.text()
  ]).toEqual([206, `bytes ${said}/10`, String(text.length), text])
  const head = partOf({ range }, { method: 'HEAD' })!
  expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([206, `bytes ${said}/10`, ''])
})

it('is 304 if the client has it', () => {
  const answer = partOf({ 'if-none-match': 'W/"x", "y"', range: 'bytes=0-1' })!
  expect([
    answer.status,
    answer.headers.get('etag'),
    answer.headers.get('content-length'),
    answer.headers.get('content-type')
  ]).toEqual([304, '"x"', null, null])
})

it('is a range if the content is unchanged, and otherwise the complete answer', async () => {
  expect(await partOf({ range: 'bytes=0-1', 'if-range': '"x"' })!.text()).toBe('01')
  expect(await partOf({ range: 'bytes=0-1', 'if-range': '"y"' })!.text()).toBe('0123456789')
})

it('breaks if the cached answer ends too soon', async () => {
  const answer = partOf({ range: 'bytes=0-14' }, { answer: cachedAnswer({ ...HEADERS, 'Content-Length': '20' }) })!
  await expect(answer.text()).rejects.toThrow()
})

it.each([
  [{ 'if-none-match': '"y"' }],
  [{ 'if-match': '"y"' }],
  [{ range: 'bytes=20-' }],
  [{ range: 'bytes=0-1,3-4' }],
  [{ range: 'bytes=x' }]
])('leaves %j to the node', async (asked) => {
  const answer = cachedAnswer()
  expect(partOf(asked, { answer })).toBeUndefined()
  expect(answer.bodyUsed).toBe(false)
})

it('leaves answers without ranges, empty ones and too large ones to the node', () => {
  expect(partOf({ range: 'bytes=0-1' }, { answer: cachedAnswer({ ...HEADERS, 'Accept-Ranges': 'none' }) }))
    .toBeUndefined()
  expect(partOf({ range: 'bytes=0-1' }, { answer: cachedAnswer({ ...HEADERS, 'Content-Length': '0' }) }))
    .toBeUndefined()
  expect(partOf({ range: 'bytes=0-1' }, { maxRangeBytes: 9 })).toBeUndefined()
})
