import { expect, it } from 'vitest'
import { checkPreconditions } from './preconditions.ts'

const NOON = 'Sun, 13 Sep 2020 12:00:00 GMT'
const LATER = 'Sun, 13 Sep 2020 13:00:00 GMT'
const EARLIER = 'Sun, 13 Sep 2020 11:00:00 GMT'
const known = { etag: '"a"', modifiedMs: Date.parse(NOON) + 400 }
const checkRequest = (
  headers: Record<string, string>,
  validators: Parameters<typeof checkPreconditions>[1] = known
): ReturnType<typeof checkPreconditions> =>
  checkPreconditions(new Request('http://localhost/', { headers }), validators)

it.each<[Record<string, string>, ReturnType<typeof checkPreconditions>]>([
  [{}, { range: undefined }],
  [{ 'If-Match': '"a"' }, { range: undefined }],
  [{ 'If-Match': '"b"' }, { status: 412 }],
  [{ 'If-Match': 'W/"a"' }, { status: 412 }],
  [{ 'If-Match': '*' }, { range: undefined }],
  [{ 'If-Unmodified-Since': NOON }, { range: undefined }],
  [{ 'If-Unmodified-Since': EARLIER }, { status: 412 }],
  [{ 'If-Match': '"a"', 'If-Unmodified-Since': EARLIER }, { range: undefined }],
  [{ 'If-None-Match': 'W/"a"' }, { status: 304 }],
  [{ 'If-None-Match': '"b"' }, { range: undefined }],
  [{ 'If-None-Match': '' }, { range: undefined }],
  [{ 'If-Modified-Since': NOON }, { status: 304 }],
  [{ 'If-Modified-Since': LATER }, { status: 304 }],
  [{ 'If-Modified-Since': EARLIER }, { range: undefined }],
  [{ 'If-Modified-Since': 'yesterday' }, { range: undefined }],
  [{ 'If-None-Match': '"b"', 'If-Modified-Since': NOON }, { range: undefined }],
  [{ 'If-Match': '"b"', 'If-None-Match': '"a"' }, { status: 412 }],
  [{ Range: 'bytes=0-1' }, { range: 'bytes=0-1' }],
  [{ Range: 'bytes=0-1', 'If-Range': '"a"' }, { range: 'bytes=0-1' }],
  [{ Range: 'bytes=0-1', 'If-Range': '"b"' }, { range: undefined }],
  [{ Range: 'bytes=0-1', 'If-Range': 'W/"a"' }, { range: undefined }],
  [{ Range: 'bytes=0-1', 'If-Range': NOON }, { range: 'bytes=0-1' }],
  [{ Range: 'bytes=0-1', 'If-Range': LATER }, { range: undefined }]
])('%j: %j', (headers, outcome) => {
  expect(checkRequest(headers)).toEqual(outcome)
})

it('ignores times if the response has none', () => {
  const timeless = { etag: undefined, modifiedMs: undefined }
  expect(checkRequest({ 'If-Modified-Since': NOON }, timeless)).toEqual({ range: undefined })
  expect(checkRequest({ 'If-Unmodified-Since': EARLIER }, timeless)).toEqual({ range: undefined })
  expect(checkRequest({ 'If-None-Match': '"a"' }, timeless)).toEqual({ range: undefined })
  expect(checkRequest({ Range: 'bytes=0-1', 'If-Range': NOON }, timeless)).toEqual({ range: undefined })
})
