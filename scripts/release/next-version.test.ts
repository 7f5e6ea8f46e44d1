import { expect, test } from 'vitest'
import { nextVersion } from './next-version.mjs'

test.each([
  ['0.1.0', 'minor', '0.2.0'],
  ['0.2.9', 'patch', '0.2.10'],
  ['0.12.3', 'major', '1.0.0']
])('%s is followed by the %s release %3$s', (version, kind, next) => {
  expect(nextVersion(version, kind)).toBe(next)
})

test('rejects an unknown kind and a version of another form', () => {
  expect(() => nextVersion('0.1.0', 'beta')).toThrow('unknown kind of release "beta": use major, minor or patch')
  expect(() => nextVersion('0.1.0-rc1', 'minor')).toThrow('"0.1.0-rc1", which is not MAJOR.MINOR.PATCH')
})
