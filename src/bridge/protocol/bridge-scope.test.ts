import { describe, expect, it } from 'vitest'
import { checkScope, coversScope } from './bridge-scope.ts'
import { mayAsk } from './may-ask.ts'

const GB = 1_000_000_000

describe('checkScope', () => {
  it('normalizes folders, and adds the limit', () => {
    expect(checkScope({ content: true, read: '/a//b/', add: '/a', pin: null, publish: 'my site', maxBytes: 5 }))
      .toEqual({
        content: true,
        read: '/a/b',
        add: '/a',
        publish: 'my site',
        maxBytes: 5
      })
    expect(checkScope({ content: true })).toEqual({ content: true, maxBytes: GB })
  })

  it.each([
    undefined,
    'read',
    [],
    {},
    { content: false },
    { content: 'yes' },
    { maxBytes: 5 },
    { read: '/' },
    { read: 'a' },
    { read: '' },
    { read: '/..' },
    { read: '/a/../b' },
    { read: '/.bin' },
    { read: '/.shared/x' },
    { add: '/ipfs' },
    { add: '/ipns/x' },
    { pin: '/a\0' },
    { pin: `/${'x'.repeat(256)}` },
    { pin: ['/a'] },
    { publish: 'self' },
    { publish: '' },
    { publish: 'a/b' },
    { publish: 'a\u202eb' },
    { publish: ' a' },
    { publish: 'x'.repeat(65) },
    { read: '/a', maxBytes: 0 },
    { read: '/a', maxBytes: Infinity },
    { read: '/a', maxBytes: '5' },
    { read: '/a', admin: true },
    { read: '/a', write: '/a' }
  ])('refuses %j', (scope) => {
    expect(() => checkScope(scope)).toThrow()
  })
})

describe('coversScope', () => {
  const granted = checkScope({ content: true, read: '/a', add: '/a/b', publish: 'x', maxBytes: 100 })

  it.each([
    [{ content: true }, true],
    [{ read: '/a' }, true],
    [{ read: '/a/b/c' }, true],
    [{ read: '/ab' }, false],
    [{ read: '/A' }, false],
    [{ add: '/a' }, false],
    [{ add: '/a/b', maxBytes: 100 }, true],
    [{ add: '/a/b', maxBytes: 101 }, false],
    [{ pin: '/a/b', maxBytes: 1 }, false],
    [{ publish: 'x' }, true],
    [{ publish: 'y' }, false]
  ])('%j', (asked, isCovered) => {
    expect(coversScope(granted, checkScope(asked))).toBe(isCovered)
  })
})

describe('mayAsk', () => {
  it.each([
    ['https://site.example', true],
    ['https://site.example:8443', true],
    ['http://localhost:3000', true],
    ['http://app.localhost', true],
    ['http://127.0.0.1:80', false],
    ['http://127.0.0.1:8080', true],
    ['http://site.example', false],
    ['http://localhost.evil.example', false],
    ['http://127.0.0.1.evil.example', false],
    ['https://node.example', false],
    ['null', false],
    ['', false],
    ['file://', false],
    ['chrome-extension://abcdefghijklmnop', false],
    ['https://site.example/', false]
  ])('%s', (origin, may) => {
    expect(mayAsk(origin, 'https://node.example')).toBe(may)
  })
})
