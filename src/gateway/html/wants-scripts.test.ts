import { expect, test } from 'vitest'
import { wantsScripts } from './wants-scripts.ts'

test.each([
  '<script src=a.js></script>', '<SCRIPT>', '<img src=x onerror=a()>', '<svg/onload=a()>', '<a href="javascript:a()">', '<form action=b>', '<iframe src=c>',
  '<meta http-equiv=refresh content=0>', '<p title="x"onclick = a()>'
])('%s wants scripts', (html) => {
  expect(wantsScripts(`<!doctype html><p>shown</p>${html}`, true)).toBe(true)
})

test.each(['<p>shown</p><img src=a.png>', '<p>the description is on the left</p>', '<link rel=stylesheet href=a.css><style>p{}</style>'])('%s wants none', (html) => {
  expect(wantsScripts(html, true)).toBe(false)
})

test('what was not looked at may want some', () => {
  expect(wantsScripts('<p>long', false)).toBe(true)
})
