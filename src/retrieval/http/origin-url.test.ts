import { expect, it } from 'vitest'
import { originUrl } from './origin-url.ts'

it.each([
  ['https://gw.example', 'https://gw.example'],
  ['https://gw.example:8443/', 'https://gw.example:8443'],
  ['https://gw.example/below/it/', 'https://gw.example/below/it'],
  ['/dns4/gw.example/tcp/443/tls/http', 'https://gw.example'],
  ['/dns/gw.example/tcp/443/https/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN', 'https://gw.example'],
  ['/ip4/127.0.0.1/tcp/8080/http', 'http://127.0.0.1:8080'],
  ['http://gw.example', undefined],
  ['https://user:pass@gw.example', undefined],
  ['https://gw.example/?to=x', undefined],
  ['https://gw.example/#x', undefined],
  ['https://gw.example/a%2fb', undefined],
  ['https://', undefined],
  ['/ip4/127.0.0.1/tcp/4001', undefined]
])('%s is converted to %s', (text, url) => {
  expect(originUrl(text)).toBe(url)
})
