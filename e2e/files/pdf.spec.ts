import { visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'

/** A minimal PDF with one page that says "Hello". */
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 ' +
  'obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj ' +
  '4 0 obj<</Length 37>>stream\nBT /F1 36 Tf 40 100 Td (Hello) Tj ET \nendstream endobj 5 0 ' +
  'obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj trailer<</Root 1 0 R>>'

test("shows a PDF in the page by the browser's viewer", async ({ page, site }) => {
  await visit(page, site.origin)
  const cid = await page.evaluate(async (content) => {
    const form = new FormData()
    form.append('file', new Blob([content]), 'a.pdf')
    const answer =
      await (await fetch('/api/v0/add?wrap-with-directory=true&cid-version=1', { method: 'POST', body: form })).text()
    return (JSON.parse(answer.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  }, PDF)
  await page.goto(`${site.origin}/#/explore/ipfs/${cid}/a.pdf`)
  await expect(page.locator('iframe.pdf')).toHaveAttribute('title', 'a.pdf')
  // The viewer of this browser is an extension, which starts in the frame.
  await expect.poll(() => page.frames().map((frame) => frame.url()).join()).toMatch(/chrome-extension:\/\/|pdf\.js/)
})
