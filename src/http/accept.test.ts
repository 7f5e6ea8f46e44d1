import { expect, it } from 'vitest'
import { firstAccepted } from './accept.ts'

const PREFIXES = ['application/vnd.ipld', 'application/json']

it('takes the first item of the kind, with its parameters', () => {
  const found = firstAccepted('text/html, application/vnd.ipld.car; version=1; order="dfs",application/json', PREFIXES)
  expect(found?.type).toBe('application/vnd.ipld.car')
  expect(Object.fromEntries(found?.params ?? [])).toEqual({ version: '1', order: 'dfs' })
  expect(firstAccepted('*/*, text/html;q=0.8', PREFIXES)).toBeUndefined()
  expect(firstAccepted('', PREFIXES)).toBeUndefined()
})

it.each(['application/vnd.ipld.car; order', 'application/vnd.ipld.car; =x', 'application/vnd.ipld.car x', 'application/json;"'])('refuses %s', (header) => {
  expect(() => firstAccepted(header, PREFIXES)).toThrow('mime: invalid media parameter')
})
