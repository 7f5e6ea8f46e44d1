import { expect, it } from 'vitest'
import { belowContent } from './path-below-content.ts'

const ORIGIN = 'http://node.test:4173'

it.each([
  ['/style.css', '/ipfs/bafy/', '/ipfs/bafy/style.css'],
  ['/', '/ipfs/bafy/post/one.html', '/ipfs/bafy/'],
  ['/about/?a=%20b', '/ipns/docs.example/x', '/ipns/docs.example/about/?a=%20b'],
  ['/font.woff2', '/ipfs/bafy/css/style.css?v=1#x', '/ipfs/bafy/font.woff2'],
  ['//evil.example/x', '/ipfs/bafy', '/ipfs/bafy//evil.example/x'],
  ['/a%2fb', '/ipfs/bafy/', '/ipfs/bafy/a%2fb']
])('%s in a page at %s is %s', (path, page, expected) => {
  expect(belowContent(new URL(ORIGIN + path), ORIGIN + page)).toBe(expected)
})

it.each([
  '',
  'about:client',
  `${ORIGIN}/`,
  `${ORIGIN}/ipfs/`,
  `${ORIGIN}/ipfs`,
  `${ORIGIN}/mfs/a/b.html`,
  `${ORIGIN}/x/ipfs/bafy/`,
  'http://other.test/ipfs/bafy/',
  'http://bafy.ipfs.node.test:4173/ipfs/bafy/',
  `${ORIGIN}/#/ipfs/bafy`
])('a request of a page at %j is for the application', (page) => {
  expect(belowContent(new URL(`${ORIGIN}/style.css`), page)).toBeUndefined()
})
