import { expect, it } from 'vitest'
import { withErrorPageLinks } from './error-page-links.ts'

const textResponse = (status: number, type = 'text/plain; charset=utf-8'): Response =>
  new Response('Nothing <here>.', { status, headers: { 'Content-Type': type } })

async function seen (mode: RequestMode, response: Response): Promise<[number, string | null, string]> {
  const { status, headers, ...answer } = await withErrorPageLinks(
    { mode, url: 'http://node.localhost/no/such<page>' },
    Promise.resolve(response)
  ).then(async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }))
  return [status, headers.get('Content-Type'), answer.text]
}

it('gives navigations to missing pages an error page with links, and programs the answer of the host', async () => {
  const [status, type, page] = await seen('navigate', textResponse(404))
  expect([status, type]).toEqual([404, 'text/html'])
  expect(page).toContain('Nothing &lt;here&gt;.')
  expect(page).toContain('/no/such%3Cpage%3E')
  expect(page).toContain('<a href="/">Home</a>')
  expect(await seen('cors', textResponse(404))).toEqual([404, 'text/plain; charset=utf-8', 'Nothing <here>.'])
  expect(await seen('navigate', textResponse(200))).toEqual([200, 'text/plain; charset=utf-8', 'Nothing <here>.'])
  expect(await seen('navigate', textResponse(404, 'text/html'))).toEqual([404, 'text/html', 'Nothing <here>.'])
})
