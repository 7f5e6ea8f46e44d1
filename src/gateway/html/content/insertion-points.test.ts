import { expect, test } from 'vitest'
import { bodyStart, headStart } from './insertion-points.ts'

// `^` marks the head, `|` the body
test.each([
  '<!doctype html><html lang=en><head>^<title><body></title></head><body class="a">|<p>',
  '<!DOCTYPE html>\n<!-- <html> -->\n<html>\n<head prefix="og: x">^<meta ' +
  'charset=utf-8><script>"<body>"</script></head>\n<body>|x',
  '\xef\xbb\xbf<!doctype html>^|<title>x</title><p>',
  '<html>^|text',
  '<head>^<style>body{}</style></head><body\nonload="x">|',
  '^|plain',
  '^|<p><bodyguard>',
  '  <!-- a --><!-- b -->^<body>|x',
  '<!doctype html>^<header>|'.replace('|', '').replace('^', '^|'),
  '^|',
  // `>` within attributes
  '<!doctype html><html data-x="a > b" x-data=\'{"a": () => 1}\'><head ' +
  'data-json=\'{"<head>":">"}\'>^<title>x</title></head><body :class="a > b ? \'c\' : d">|<p>',
  '<html amp4ads a=">"b=">"c = \'>\' d=>^|<p>',
  '<!doctype html><html/lang="a>b"/><head/>^<body/x=">">|',
  // Tokens that a parser ignores before and after the doctype.
  '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html><head>^<title>x</title></head><body>|x',
  '<!foo><!DOCTYPE html><html>^<title>x</title><body>|',
  '<?php echo "x"; ?><!doctype html><?x><html><!bar></p></><head>^</head><body>|',
  '<!doctype html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html>^<body>|',
  '<![CDATA[ x ]]><!doctype html>^<body>|',
  // All ways in which the standard ends comments.
  '<!--><!doctype html><!---><html><!-- a --!><head>^<!-- <body> --><body>|',
  '<!--[if IE]><html class="ie"><![endif]--><!--[if !IE]><!--><html class="x > y"><!--<![endif]--><head>^<body>|',
  '<!---->^<!-- -- > --><body>|'.replace('^', '').replace('<body>', '^<body>'),
  // A second doctype and a second root are ignored.
  '<html><!doctype html><html class=b>\n<head>^<body>|',
  // Text and end tags that open a document.
  '<!doctype html>\n ^|text<html><head>',
  '^</br><body>|',
  '<!doctype html></div>^</head><body>|',
  '^< p><body>|',
  '^<1><body>|',
  // A body tag within text does not count.
  '<head>^<script>"<body>"</script ' +
  '><title><body></title><template><body></template><textarea><body></textarea></head><body>|'
])('%s', (marked) => {
  const html = marked.replace(/[|^]/g, '')
  const head = marked.replace('|', '').indexOf('^')
  expect(headStart(html, true)).toBe(head)
  expect(bodyStart(html, true)).toBe(marked.replace('^', '').indexOf('|'))
})

test('needs more of a document that is cut before its head, and never finds a wrong place', () => {
  const html =
    '\xef\xbb\xbf \n<?xml version="1.0"?><!-- a > b --><!doctype html><html data-a="<head>"><!-- c --> <head ' +
    "data-b='>'><title>x</title>"
  const place = html.indexOf('<title>')

  for (let length = 3; length <= html.length; length++) {
    expect(headStart(html.slice(0, length))).toBe(length < place ? undefined : place)
  }
})

test('finds no place in a document that ends within a comment or a tag', () => {
  expect(headStart('<!-- never ends', true)).toBe('none')
  expect(headStart('<html data-x="never ends', true)).toBe('none')
})

test('is fast for input that is no document', () => {
  for (
    const text of [
      '<!--'.repeat(16_000),
      ' '.repeat(65_536),
      '<script>'.repeat(8000),
      '<html '.repeat(10_000),
      '<!doctype'.repeat(7000),
      '<html>'.repeat(10_000),
      '</p>'.repeat(16_000),
      '<?'.repeat(32_000),
      '<p ="'.repeat(13_000)
    ]
  ) {
    headStart(text)
    bodyStart(text)
    headStart(text, true)
    bodyStart(text, true)
  }
})
