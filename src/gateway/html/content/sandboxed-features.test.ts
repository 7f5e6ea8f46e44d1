import { expect, test } from 'vitest'
import { mayHaveScripts, sandboxedFeatures } from './sandboxed-features.ts'

test.each([
  '<script src=a.js></script>',
  '<SCRIPT>',
  '<img src=x onerror=a()>',
  '<svg/onload=a()>',
  '<a href="javascript:a()">',
  '<iframe src=c>',
  '<p title="x"onclick = a()>',
  '<svg:script>'
])('%s needs scripts', (html) => {
  expect(sandboxedFeatures(`<!doctype html><p>shown</p>${html}`, true)).toContain('scripts')
  expect(mayHaveScripts(html, true)).toBe(true)
})

test.each([
  ['<video src=a.mp4 muted autoplay></video>', ['autoplay']],
  ['<audio autoplay="" src=a.mp3></audio>', ['autoplay']],
  ['<input autofocus>', ['autofocus']],
  ['<meta http-equiv="refresh" content="0; url=b.html">', ['automatic redirects']],
  ['<META content=0 HTTP-EQUIV=Refresh>', ['automatic redirects']],
  ['<a href=a.zip download>', ['download links']],
  ['<a download="a b.zip" href=a.zip>', ['download links']],
  ['<embed src=a.pdf>', ['scripts', 'plugins']],
  ['<video autoplay></video><script>1</script>', ['scripts', 'autoplay']]
])('%s: %j do not work', (html, expected) => {
  expect(sandboxedFeatures(`<!doctype html><p>shown</p>${html}`, true)).toEqual(expected)
})

test.each([
  '<p>shown</p><img src=a.png>',
  '<p>the description is on the left</p>',
  '<link rel=stylesheet href=a.css><style>p{}</style>',
  '<form action=b><input name=q></form>',
  '<a href=b target=_blank>b</a>',
  '<meta http-equiv="content-type" content="text/html">',
  '<p>a download, an autofocus, autoplay</p>',
  '<video src=a.mp4 controls></video>'
])('all of %s works', (html) => {
  expect(sandboxedFeatures(html, true)).toEqual([])
})

test('an unsearched part of a page may have scripts', () => {
  expect(sandboxedFeatures('<p>long', false)).toEqual(['scripts'])
  expect(mayHaveScripts('<svg>', false)).toBe(true)
})
