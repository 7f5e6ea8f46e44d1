import { MemoryDatastore } from 'datastore-core'
import { describe, expect, test } from 'vitest'
import { openConfig } from '../../config/config-store.ts'
import { refuseUnauthorized } from './plain-responses.ts'

const ALL = ['/api/v0']

async function status (
  authorizations: Record<string, { AuthSecret: string; AllowedPaths?: string[] }> | null,
  path: string,
  header: string | null
): Promise<number> {
  const config = await openConfig(new MemoryDatastore(), {
    overrides: authorizations == null ? {} : { 'API.Authorizations': authorizations as never }
  })
  return refuseUnauthorized(config, path, header)?.status ?? 200
}

describe('API.Authorizations', () => {
  test('let every request pass if there are none', async () => {
    expect(await status(null, '/api/v0/id', null)).toBe(200)
    expect(await status({}, '/api/v0/id', null)).toBe(200)
  })

  test.each([
    ['token', 'Bearer token'],
    ['bearer:token', 'Bearer token'],
    ['bearer:a:b', 'Bearer a:b'],
    ['basic:user:pass', 'Basic dXNlcjpwYXNz'],
    ['basic:dXNlcjpwYXNz', 'Basic dXNlcjpwYXNz'],
    ['basic:ü:ö', 'Basic w7w6w7Y=']
  ])('%s is sent as %s', async (AuthSecret, header) => {
    expect(await status({ a: { AuthSecret, AllowedPaths: ALL } }, '/api/v0/id', header)).toBe(200)
    expect(await status({ a: { AuthSecret, AllowedPaths: ALL } }, '/api/v0/id', `${header}x`)).toBe(403)
    expect(await status({ a: { AuthSecret, AllowedPaths: ALL } }, '/api/v0/id', null)).toBe(403)
  })

  test.each([
    ['', 'Bearer '],
    ['', ''],
    ['digest:x', 'Bearer digest:x'],
    ['Basic:x', 'Basic x']
  ])('a secret of an unknown kind never matches: %j with %j', async (AuthSecret, header) => {
    expect(await status({ a: { AuthSecret, AllowedPaths: ALL } }, '/api/v0/id', header)).toBe(403)
  })

  test('limit the paths, except for the version', async () => {
    const some = { a: { AuthSecret: 'x', AllowedPaths: ['/api/v0/pin', '/api/v0/id'] }, b: { AuthSecret: 'y' } }
    expect(await status(some, '/api/v0/pin/ls', 'Bearer x')).toBe(200)
    expect(await status(some, '/api/v0/add', 'Bearer x')).toBe(403)
    expect(await status(some, '/api/v0/version', 'Bearer x')).toBe(200)
    expect(await status(some, '/api/v0/version', 'Bearer y')).toBe(200)
    expect(await status(some, '/api/v0/id', 'Bearer y')).toBe(403)
    expect(await status(some, '/api/v0/version', 'Bearer z')).toBe(403)
  })

  test('with the same secret override earlier ones', async () => {
    const twice = { a: { AuthSecret: 'x', AllowedPaths: ALL }, b: { AuthSecret: 'bearer:x', AllowedPaths: [] } }
    expect(await status(twice, '/api/v0/id', 'Bearer x')).toBe(403)
  })
})
