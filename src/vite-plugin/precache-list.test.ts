import { expect, it } from 'vitest'
import { headersFile } from './headers-file.ts'
import { precacheList } from './precache-list.ts'

const FILES = [
  'index.html',
  'about/index.html',
  'assets/a.js',
  'assets/a.js.map',
  'sw.js',
  'swarm.js',
  '_headers',
  '.well-known/x',
  '_next/b.js',
  'assets/_helper.js',
  'icon.png'
]

it('contains the files of pages, by the paths with which they are requested', () => {
  expect(precacheList(FILES, '/', ['sw.js', 'swarm.js']).map(({ url }) => url)).toEqual([
    '/',
    '/_next/b.js',
    '/about/',
    '/assets/_helper.js',
    '/assets/a.js',
    '/icon.png'
  ])
  expect(precacheList(FILES, '/app/', ['sw.js', 'swarm.js']).map(({ url }) => url)).toEqual([
    '/app/',
    '/app/_next/b.js',
    '/app/about/',
    '/app/assets/_helper.js',
    '/app/assets/a.js',
    '/app/icon.png'
  ])
})

it('percent-encodes reserved characters', () => {
  expect(precacheList(['a b#1?.png', '100%.txt', 'ü/index.html'], '/', []).map(({ url }) => url)).toEqual([
    '/%C3%BC/',
    '/100%25.txt',
    '/a%20b%231%3F.png'
  ])
})

it('lets a worker in a folder control the whole origin', () => {
  expect(headersFile('/', ['sw.js'])).not.toContain('Service-Worker-Allowed')
  expect(headersFile('/app/', ['sw.js'])).toContain(
    '/app/sw.js\n  Cache-Control: no-cache\n  Service-Worker-Allowed: /\n'
  )
})
