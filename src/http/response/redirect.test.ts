import { expect, it } from 'vitest'
import { redirect } from './redirect.ts'

it('sends a short page with a redirected GET', async () => {
  const response = redirect({ method: 'GET' }, new Headers(), '/a?b="<&', 301)
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe('/a?b="<&')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toBe('<a href="/a?b=&quot;&lt;&amp;">Moved Permanently</a>.\n\n')
})

it('sends no page for other methods, or if a type is set', async () => {
  expect(await redirect({ method: 'HEAD' }, new Headers(), '/', 302).text()).toBe('')
  expect(redirect({ method: 'POST' }, new Headers(), '/', 307).headers.has('content-type')).toBe(false)
  expect(await redirect({ method: 'GET' }, new Headers({ 'Content-Type': 'application/json' }), '/', 301).text()).toBe(
    ''
  )
})

it('encodes characters that a header cannot contain', () => {
  expect(redirect({ method: 'POST' }, new Headers(), '/a b/é✓\n\ud800', 302).headers.get('location')).toBe(
    '/a b/%c3%a9%e2%9c%93%0a%ef%bf%bd'
  )
  expect(redirect({ method: 'POST' }, new Headers(), '/%C3/\udce4\u{1f600}', 302).headers.get('location')).toBe(
    '/%C3/%e4%f0%9f%98%80'
  )
})
