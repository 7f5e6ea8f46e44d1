import { expect, it } from 'vitest'
import { connectPage } from './connect-page.ts'
import { VisitMark } from './visit-mark.ts'

it('the visit mark changes after an answered navigation, and in another worker', async () => {
  const [mark, other] = [new VisitMark(), new VisitMark()]
  const visit = async (visit: string): Promise<string | undefined> =>
    /<body[^>]* data-visit="([^"]+)"/.exec(await connectPage({ home: 'http://node.localhost', visit }).text())?.[1]
  const first = await visit(mark.text)
  expect(first).toBe(mark.text)
  expect(await visit(mark.text)).toBe(first)
  expect(other.text).not.toBe(mark.text)
  mark.noteAnswer()
  expect(await visit(mark.text)).not.toBe(first)
})

it('shows why the node is unreachable, and may ask its own worker about a download', async () => {
  const page = connectPage({ home: 'http://node.localhost', visit: '"><i>', reason: '<b>' })
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    504,
    expect.stringContaining("connect-src 'self'")
  ])
  const html = await page.text()
  expect(html).toContain('data-away')
  expect(html).toContain('<code id="reason">&lt;b&gt;</code>')
  expect(html).not.toContain('<i>')
})

it('links to the parent folder, the start page of the site and the node', async () => {
  const links = async (path: string): Promise<string[]> =>
    [...(await connectPage({ home: 'http://node.localhost', path, visit: '', reason: 'x' }).text()).matchAll(
      /<a href="([^"]*)">(?:Go up|Start page|Home)</g
    )].map(([, url]) => url)
  expect(await links('/a/b"c')).toEqual(['/a/', '/', 'http://node.localhost/'])
  expect(await links('/a')).toEqual(['/', 'http://node.localhost/'])
  expect(await links('/')).toEqual(['http://node.localhost/'])
})
