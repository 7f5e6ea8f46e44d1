import { expect, test } from 'vitest'
import { xmlRootStart } from './xml-root-start.ts'

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg">^<g/></svg>',
  '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- <svg> -->\n<?xml-stylesheet href="a.css" type="text/css"?>\n<svg width="1" data-x="a > b" xmlns=\'http://www.w3.org/2000/svg\' >^</svg>',
  '<!DOCTYPE svg PUBLIC "a>" "b" [\n<!ENTITY x "y>]">\n<!-- ]> --> ]>\n<s:svg xmlns:s="http://www.w3.org/2000/svg">^</s:svg>',
  '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="en">^<head>',
  '<?xml-stylesheet type="text/css" href="a.css"?><a>^<b/></a>',
  '<?xml-stylesheet href="a.css"?><rss>^</rss>',
  '<feed xmlns="http://www.w3.org/2005/Atom">^<content><p xmlns="http://www.w3.org/1999/xhtml"/></content></feed>',
  '<a xmlns:h="http://www.w3.org/1999/xhtml">^<h:script/></a>'
])('%s', (marked) => {
  expect(xmlRootStart(marked.replace('^', ''))).toBe(marked.indexOf('^'))
})

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<svg></svg>',
  '<feed xmlns="http://www.w3.org/2005/Atom">',
  'text',
  '<html>',
  '<?xml-stylesheet type="text/xsl" href="a.xsl"?><html xmlns="http://www.w3.org/1999/xhtml">'
])('finds no place in %s', (xml) => {
  expect(xmlRootStart(xml)).toBe('none')
})

test.each(['', '<', '<svg xmlns="http://www.w3.org/2000/svg" a="', '<!-- ', '<!DOC', '<!DOCTYPE svg [', '<?xml '])(
  'needs more of %s',
  (xml) => {
    expect(xmlRootStart(xml)).toBeUndefined()
    expect(xmlRootStart(xml, true)).toBe('none')
  }
)
