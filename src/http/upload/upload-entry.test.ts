import { describe, expect, test } from 'vitest'
import { uploadMetadata } from './upload-entry.ts'

const EPOCH = { secs: 0n }

describe('mode and time in the name of a part', () => {
  test.each([
    ['file', {}],
    // if there is any metadata, a missing time is the epoch, as in Kubo
    ['file?', { mtime: EPOCH }],
    ['file?mode=0644', { mode: 0o644, mtime: EPOCH }],
    ['file?mode=37777777777', { mode: 0xffffffff, mtime: EPOCH }],
    ['file?mtime=5', { mtime: { secs: 5n } }],
    ['file?mtime=-5', { mtime: { secs: -5n } }],
    ['file?mtime=%2B5', { mtime: { secs: 5n } }],
    ['file?mode=0755&mtime=1234567890&mtime-nsecs=5', { mode: 0o755, mtime: { secs: 1234567890n, nsecs: 5 } }],
    ['file?mtime-nsecs=5', { mtime: { secs: 0n, nsecs: 5 } }],
    ['file?mtime=1&mtime-nsecs=1500000000', { mtime: { secs: 2n, nsecs: 500000000 } }],
    ['file?mtime=1&mtime-nsecs=-1', { mtime: { secs: 0n, nsecs: 999999999 } }],
    ['file?mtime=1&mtime-nsecs=x', { mtime: { secs: 1n, nsecs: 0 } }],
    ['file?mtime=9223372036854775807', { mtime: { secs: 9223372036854775807n } }]
  ])('%s', (name, expected) => {
    expect(uploadMetadata(name)).toEqual(expected)
  })

  test.each(['mode=0888', 'mode=x', 'mode=-1', 'mode=40000000000', 'mode='])('%s is not a mode', (query) => {
    expect(uploadMetadata(`file?${query}&mtime=1`)).toEqual({ mtime: { secs: 1n } })
  })

  test.each(['mtime=x', 'mtime=1.5', 'mtime=9223372036854775808'])('%s is not a time', (query) => {
    expect(uploadMetadata(`file?mode=0644&${query}`)).toEqual({ mode: 0o644 })
  })

  test('an invalid query is ignored', () => {
    expect(uploadMetadata('file?mode=0644&x=%zz')).toEqual({})
  })
})
