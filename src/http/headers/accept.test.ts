import { expect, it } from 'vitest'
import { acceptsType, firstAccepted } from './accept.ts'

const PREFIXES = ['application/vnd.ipld', 'application/json']

it('returns the first matching item, with its parameters', () => {
  const found = firstAccepted('text/html, application/vnd.ipld.car; version=1; order="dfs",application/json', PREFIXES)
  expect(found?.type).toBe('application/vnd.ipld.car')
  expect(Object.fromEntries(found?.params ?? [])).toEqual({ version: '1', order: 'dfs' })
  expect(firstAccepted('*/*, text/html;q=0.8', PREFIXES)).toBeUndefined()
  expect(firstAccepted('', PREFIXES)).toBeUndefined()
})

it.each([
  'application/vnd.ipld.car; order',
  'application/vnd.ipld.car; =x',
  'application/vnd.ipld.car x',
  'application/json;"'
])('rejects %s', (header) => {
  expect(() => firstAccepted(header, PREFIXES)).toThrow('mime: invalid media parameter')
})

it.each([
  ['application/json;q=0', undefined],
  ['application/json; q=0.000, application/vnd.ipld.raw', 'application/vnd.ipld.raw'],
  ['application/json;Q=0,text/html', undefined],
  ['application/json;q=0.1, application/vnd.ipld.raw;q=0.5', 'application/vnd.ipld.raw'],
  ['application/json;q=0.5, application/vnd.ipld.raw;q=0.5', 'application/json'],
  ['application/json;q=0.5, application/vnd.ipld.raw', 'application/vnd.ipld.raw'],
  ['Application/VND.ipld.raw', 'application/vnd.ipld.raw']
])('%s prefers %s', (header, type) => {
  expect(firstAccepted(header, PREFIXES)?.type).toBe(type)
})

it('excludes the weight from the parameters', () => {
  expect(Object.fromEntries(firstAccepted('application/vnd.ipld.car;order=dfs;q=0.5;dups=y', PREFIXES)?.params ?? []))
    .toEqual({ order: 'dfs', dups: 'y' })
})

it.each([
  ['text/html', true],
  ['application/xhtml+xml, text/html;q=0.1,*/*', true],
  ['Text/HTML ; level=1', true],
  ['text/html;q=0, */*', false],
  ['text/htmlx', false],
  ['*/*', false],
  [null, false]
])('detects in %s whether HTML is accepted: %s', (header, accepted) => {
  expect(acceptsType(header, 'text/html')).toBe(accepted)
})
