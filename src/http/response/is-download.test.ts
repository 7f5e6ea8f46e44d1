import { expect, it } from 'vitest'
import { isSaved } from './is-download.ts'

it.each<[Record<string, string>, boolean]>([
  [{ 'Content-Type': 'text/html' }, false],
  [{ 'Content-Type': 'image/png' }, false],
  [{ 'Content-Type': 'application/pdf' }, false],
  [{ 'Content-Type': 'application/json; charset=utf-8' }, false],
  [{ 'Content-Type': 'application/xhtml+xml' }, false],
  [{ 'Content-Type': 'application/zip' }, true],
  [{ 'Content-Type': 'application/octet-stream' }, true],
  [{ 'Content-Type': 'application/vnd.ipld.car; version=1' }, true],
  [{ 'Content-Type': 'text/html', 'Content-Disposition': 'attachment; filename="a"' }, true],
  [{ 'Content-Type': 'text/html', 'Content-Disposition': 'inline; filename="attachment"' }, false],
  [{}, false]
])('%j: %s', (headers, expected) => {
  expect(isSaved({ headers: new Headers(headers) })).toBe(expected)
})
