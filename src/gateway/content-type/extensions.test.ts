import { expect, it } from 'vitest'
import { typeByName } from './extensions.ts'

it.each([
  ['a.txt', 'text/plain; charset=utf-8'],
  ['index.html', 'text/html; charset=utf-8'],
  ['x.svg', 'image/svg+xml'],
  ['x.xml', 'text/xml; charset=utf-8'],
  ['x.xhtml', 'application/xhtml+xml'],
  ['x.js', 'text/javascript; charset=utf-8'],
  ['x.mjs', 'text/javascript; charset=utf-8'],
  ['x.json', 'application/json'],
  ['x.md', 'text/markdown; charset=utf-8'],
  ['x.bin', 'application/octet-stream'],
  ['x.PNG', 'image/png'],
  ['archive.tar.gz', 'application/gzip'],
  ['video.mp4', 'video/mp4'],
  ['video.webm', 'video/webm'],
  ['x.wasm', 'application/wasm']
])('%s is %s', (name, type) => {
  expect(typeByName(name)).toBe(type)
})

it.each(['', 'README', 'x.', 'x.nosuch', '.', 'a.b/c', 'x.constructor'])('%j has no known type', (name) => {
  expect(typeByName(name)).toBeUndefined()
})

it('a name that is only an extension counts as one, as in Go', () => {
  expect(typeByName('.html')).toBe('text/html; charset=utf-8')
})
