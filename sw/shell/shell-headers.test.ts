import { expect, test } from 'vitest'
import { BRIDGE_HEADERS, frameHeaders, HTML_HEADERS, WEBUI_HEADERS } from '../../scripts/build/site/shell-headers.mjs'
import { shellHeaders } from './shell-headers.ts'

const home = { protocol: 'https:', host: 'node.example.org:8443' }

test('only the home frame may be framed, and only by sites of the node, as with the static server', () => {
  expect(shellHeaders('/', home, HTML_HEADERS)).toEqual(HTML_HEADERS)
  const headers = shellHeaders('/home-frame.html', home, HTML_HEADERS)
  expect(headers).toEqual(frameHeaders(home.protocol, home.host))
  expect(shellHeaders('/home-frame', home, HTML_HEADERS)).toEqual(headers)
  expect(headers['Content-Security-Policy']).toContain(
    "frame-ancestors 'self' https://*.ipfs.node.example.org:8443 https://*.ipns.node.example.org:8443"
  )
  expect(headers['Content-Security-Policy']).not.toContain("frame-ancestors 'none'")
  expect(headers['X-Frame-Options']).toBeUndefined()
})

test('the window that other sites open keeps its opener, and may not be framed', () => {
  for (const path of ['/bridge.html', '/bridge']) {
    const headers = shellHeaders(path, home, HTML_HEADERS)
    expect(headers).toEqual(BRIDGE_HEADERS)
    expect(headers['Cross-Origin-Opener-Policy']).toBeUndefined()
    expect(headers['X-Frame-Options']).toBe('DENY')
    expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none'")
  }

  expect(shellHeaders('/bridges', home, HTML_HEADERS)).toEqual(HTML_HEADERS)
})

test('a page of the operator has the policy of its host, and may not be framed', () => {
  expect(shellHeaders('/webui/', home, HTML_HEADERS)).toEqual(WEBUI_HEADERS)
  expect(shellHeaders('/webui/index.html', home, HTML_HEADERS)).toEqual(WEBUI_HEADERS)
  expect(shellHeaders('/webuix', home, HTML_HEADERS)).toEqual(HTML_HEADERS)
})
