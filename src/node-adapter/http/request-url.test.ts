import { expect, test } from 'vitest'
import { hostOf, requestUrl } from './request-url.ts'

test.each([
  ['a.example:81', '/x?y', 'http://a.example:81/x?y', 'a.example:81'],
  ['a.example', '//x/y', 'http://a.example//x/y', 'a.example'],
  ['a.example', 'http://b.example:82/x', 'http://b.example:82/x', 'b.example:82'],
  ['a.example', 'https://user:secret@b.example/x', 'https://b.example/x', 'b.example'],
  ['a.example', 'http://b.example', 'http://b.example/', 'b.example'],
  // Of a URL that is not a web URL only the path counts.
  ['a.example', 'ftp://b.example/x', 'http://localhost/x', 'b.example'],
  ['a.example', 'http://[b/x', 'http://localhost/x', '[b'],
  ['a b', '/x', 'http://localhost/x', 'a b'],
  ['a.example:99999', '/x', 'http://localhost/x', 'a.example:99999'],
  ['a.example', '*', 'http://a.example/*', 'a.example']
])('host %s, target %s', (host, target, url, found) => {
  expect(requestUrl(host, target).href).toBe(url)
  expect(hostOf({ headers: new Headers({ host }) } as Request, target)).toBe(found)
})

test('a request may have no host', () => {
  expect(requestUrl(undefined, '/x').href).toBe('http://localhost/x')
  expect(hostOf({ headers: new Headers() } as Request, '/x')).toBe('')
})
