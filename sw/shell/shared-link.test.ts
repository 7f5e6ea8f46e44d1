import { expect, it } from 'vitest'
import { redirectSharedLink } from './shared-link.ts'

const ORIGIN = 'https://node.test'

it('redirects a tab that opens a link with its data in the path', () => {
  const of = (path: string, mode: RequestMode = 'navigate', origin = ORIGIN): string | null | undefined =>
    redirectSharedLink({ url: origin + path, mode }, ORIGIN)?.headers.get('Location')
  expect(of('/s/AA-_x')).toBe('https://node.test/#/s/AA-_x')
  expect(of('/s/AA?a=1')).toBe('https://node.test/#/s/AA')
  expect(of('/s/')).toBeUndefined()
  expect(of('/share-target')).toBeUndefined()
  expect(of('/ipfs/s/AA')).toBeUndefined()
  expect(of('/s/AA', 'cors')).toBeUndefined()
  expect(of('/s/AA', 'navigate', 'https://other.test')).toBeUndefined()
})
