import { describe, expect, test } from 'vitest'
import { isHomeFrame, mayCommand, mayUseContent, mayUseRpc, pageRefusal, rpcRefusal } from './guard.ts'
import type { Sender } from './guard.ts'

const page: Sender = {
  origin: 'http://node.localhost:4173',
  clientUrl: 'http://node.localhost:4173/',
  frameType: 'top-level',
  mode: 'cors',
  destination: '',
  referrer: 'http://node.localhost:4173/'
}

describe('rpcRefusal', () => {
  test('returns the reason', () => {
    expect(rpcRefusal(page)).toBeUndefined()
    expect(rpcRefusal({ ...page, frameType: 'nested' })).toContain('is in a frame')
    expect(rpcRefusal({ ...page, mode: 'navigate' })).toContain('not navigations')
    expect(rpcRefusal({ ...page, clientUrl: `${page.origin}/ipfs/bafy` })).toContain('not content')
    expect(pageRefusal({ url: `${page.origin}/`, frameType: 'nested' }, page.origin)).toContain('is in a frame')
    expect(pageRefusal({ url: `${page.origin}/`, frameType: 'top-level' }, page.origin)).toBeUndefined()
  })

  test('the home frame may serve sites, even if the host omits the extension of its path', () => {
    for (const path of ['/home-frame.html', '/home-frame']) {
      expect(isHomeFrame({ url: page.origin + path, frameType: 'nested' }, page.origin)).toBe(true)
    }
    for (const path of ['/', '/home-frame.htm', '/x/home-frame']) {
      expect(isHomeFrame({ url: page.origin + path, frameType: 'nested' }, page.origin)).toBe(false)
    }
  })

  test('allows a page of this origin, at any path that is not content', () => {
    expect(mayUseRpc(page)).toBe(true)
    expect(mayUseRpc({ ...page, clientUrl: 'http://node.localhost:4173/app/index.html?x#y' })).toBe(true)
    expect(mayUseRpc({ ...page, mode: 'same-origin', referrer: '' })).toBe(true)
  })

  test('allows a worker of this origin', () => {
    expect(mayUseRpc({ ...page, clientUrl: 'http://node.localhost:4173/assets/worker.js', frameType: 'none' })).toBe(
      true
    )
  })

  test.each([
    ['a navigation', { mode: 'navigate', destination: 'document' }],
    ['a form in a frame', { mode: 'navigate', destination: 'iframe' }],
    ['content', { clientUrl: 'http://node.localhost:4173/ipfs/bafy/index.html' }],
    ['named content', { clientUrl: 'http://node.localhost:4173/ipns/example.com/' }],
    ['content that asks through a page', { referrer: 'http://node.localhost:4173/ipfs/bafy' }],
    ['a page in a frame', { frameType: 'nested' }],
    ['an unknown client', { clientUrl: undefined }],
    ['another origin', { clientUrl: 'http://evil.localhost:4173/' }],
    ['another port', { clientUrl: 'http://node.localhost:4174/' }],
    ['a document without an address', { clientUrl: 'about:srcdoc' }],
    ['a blob', { clientUrl: 'blob:http://node.localhost:4173/1e0b' }],
    ['an image', { destination: 'image', mode: 'no-cors' }],
    ['a script element', { destination: 'script', mode: 'no-cors' }],
    ['an object element', { destination: 'object', mode: 'navigate' }]
  ] as Array<[string, Partial<Sender>]>)('refuses %s', (_, difference) => {
    expect(mayUseRpc({ ...page, ...difference })).toBe(false)
  })
})

describe('mayCommand', () => {
  const { origin } = page

  test.each(['top-level', 'auxiliary'] as const)('allows a page of this origin: %s', (frameType) => {
    expect(mayCommand({ url: `${origin}/`, frameType }, origin)).toBe(true)
    expect(mayCommand({ url: `${origin}/app/index.html?x#y`, frameType }, origin)).toBe(true)
  })

  test.each([
    ['an unknown client', null],
    ['content', { url: `${origin}/ipfs/bafy/index.html`, frameType: 'top-level' }],
    ['named content', { url: `${origin}/ipns/example.com/`, frameType: 'top-level' }],
    ['mutable files', { url: `${origin}/mfs/page.html`, frameType: 'top-level' }],
    ['a page in a frame', { url: `${origin}/`, frameType: 'nested' }],
    ['a worker', { url: `${origin}/assets/worker.js`, frameType: 'none' }],
    ['another origin', { url: 'http://evil.localhost:4173/', frameType: 'top-level' }],
    ['a document without an address', { url: 'about:srcdoc', frameType: 'top-level' }],
    ['a blob', { url: `blob:${origin}/1e0b`, frameType: 'top-level' }]
  ] as Array<[string, Parameters<typeof mayCommand>[0]]>)('refuses %s', (_, source) => {
    expect(mayCommand(source, origin)).toBe(false)
  })
})

describe('mayUseContent', () => {
  test.each(
    [
      '',
      'document',
      'iframe',
      'image',
      'video',
      'style',
      'font',
      'object',
      'json',
      'text',
      'manifest',
      'track'
    ] as RequestDestination[]
  )('allows %j', (destination) => {
    expect(mayUseContent(destination)).toBe(true)
  })

  test.each(
    [
      'script',
      'worker',
      'sharedworker',
      'serviceworker',
      'audioworklet',
      'paintworklet',
      'xslt'
    ] as RequestDestination[]
  )('refuses to execute %j', (destination) => {
    expect(mayUseContent(destination)).toBe(false)
  })
})
