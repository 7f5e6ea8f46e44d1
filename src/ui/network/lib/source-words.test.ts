import { expect, it } from 'vitest'
import { sourceName, sourceWords } from './source-words.ts'

it('describes the answer of each place', () => {
  const words = (source: Partial<Parameters<typeof sourceWords>[0]>): string =>
    sourceWords({ state: 'failed', role: 'gateway', found: 0, ...source })
  expect(words({ state: 'asking' })).toBe('no answer yet')
  expect(words({ failure: 'missing' })).toBe('doesn’t have it')
  expect(words({ failure: 'later' })).toBe('is busy, and is asked again')
  expect(words({ failure: 'wrong' })).toBe('sent wrong data')
  expect(words({ failure: 'failed' })).toBe('couldn’t be reached')
  expect(words({ state: 'answered', found: 2 })).toBe('2 blocks')
  expect(words({ state: 'answered', role: 'router' })).toBe('knows no copy')
  expect(words({ state: 'answered', role: 'router', found: 1 })).toBe('knows 1 copy')
})

it('shortens a URL to its host', () => {
  expect(sourceName('https://cid.contact/routing/v1')).toBe('cid.contact')
  expect(sourceName('12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzM')).toMatch(/^12D3/)
})
