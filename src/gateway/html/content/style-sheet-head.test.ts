import { expect, test } from 'vitest'
import { styleSheetHead } from './style-sheet-head.ts'

const place = (marked: string): { at: number; text: string } => ({
  at: marked.indexOf('^'),
  text: marked.replace('^', '')
})

test.each([
  ['<xsl:template match="/"><html lang="en"><head>^<title/></head><body/></html>', ''],
  ['<!-- <head> --><![CDATA[<head>]]><?x <head> ?><html><HEAD a="b" c=">"/><Head a=">">^', ''],
  ['<h:html><h:head>^</h:head></h:html>', 'h:'],
  ['<html>^<body><xsl:apply-templates/></body></html>', ''],
  ['<html><xsl:attribute name="lang">en</xsl:attribute><head/><body>^text</body></html>', ''],
  ['<html>\n <xsl:copy-of select="@*"/><body\n class="a">^<p/></body>', '']
])('finds the head in %s', (marked, prefix) => {
  const { at, text } = place(marked)
  expect(styleSheetHead(text)).toEqual({ at, prefix })
})

test.each(['<xsl:template match="/"><xsl:apply-templates/></xsl:template>', '<html/>', '', '<head', 'text'])(
  'finds none in %s',
  (text) => {
    expect(styleSheetHead(text)).toBeUndefined()
  }
)

test('is fast for input that is no style sheet', () => {
  for (const text of ['<!--', '<![CDATA[', '<?', '<a b="', '<a ', '<head a']) {
    styleSheetHead(text.repeat(65_536 / text.length))
  }
})
