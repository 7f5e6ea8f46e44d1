import { expect, test } from 'vitest'
import { bodyStart, headStart } from './html-places.ts'

// `^` marks the head, `|` the body
test.each([
  '<!doctype html><html lang=en><head>^<title><body></title></head><body class="a">|<p>',
  '<!DOCTYPE html>\n<!-- <html> -->\n<html>\n<head prefix="og: x">^<meta charset=utf-8><script>"<body>"</script></head>\n<body>|x',
  '\xef\xbb\xbf<!doctype html>^|<title>x</title><p>',
  '<html>^|text',
  '<head>^<style>body{}</style></head><body\nonload="x">|',
  '^|plain',
  '^|<p><bodyguard>',
  '  <!-- a --><!-- b -->^<body>|x',
  '<!doctype html>^<header>|'.replace('|', '').replace('^', '^|'),
  '^|'
])('%s', (marked) => {
  const html = marked.replace(/[|^]/g, '')
  const head = marked.replace('|', '').indexOf('^')
  expect(headStart(html)).toBe(head)
  expect(bodyStart(html)).toBe(marked.replace('^', '').indexOf('|'))
})

test('takes no time for what is no document', () => {
  for (const text of ['<!--'.repeat(16_000), ' '.repeat(65_536), '<script>'.repeat(8000), '<html '.repeat(10_000), '<!doctype'.repeat(7000)]) {
    headStart(text)
    bodyStart(text)
  }
})
