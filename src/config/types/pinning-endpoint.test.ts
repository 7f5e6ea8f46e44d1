import { expect, it } from 'vitest'
import { parsePinningEndpoint } from './pinning-endpoint.ts'

it.each([
  ['https://pins.example', 'https://pins.example'],
  ['HTTPS://pins.example/', 'https://pins.example'],
  ['https://pins.example//a//b/', 'https://pins.example/a/b'],
  ['https://pins.example/a?', 'https://pins.example/a'],
  ['http://127.0.0.1:1/x/', 'http://127.0.0.1:1/x'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080']
])('%s is %s', (text, endpoint) => {
  expect(parsePinningEndpoint(text)).toBe(endpoint)
})

it.each([
  ['', 'service endpoint must be a valid HTTP URL'],
  ['pins.example', 'service endpoint must be a valid HTTP URL'],
  ['ftp://pins.example', 'service endpoint must be a valid HTTP URL'],
  ['https://', 'service endpoint must be a valid HTTP URL'],
  ['https://user:password@pins.example', 'service endpoint must be a valid HTTP URL'],
  ['https://a b', 'service endpoint must be a valid HTTP URL'],
  ['https://pins.example/pins/', 'service endpoint should be provided without the /pins suffix'],
  ['https://pins.example/a?b', 'service endpoint should be provided without any query parameters'],
  ['http://pins.example', 'service endpoint must be an https URL, or an http URL on this machine: its key could be read on the way']
])('%s is refused', (text, message) => {
  expect(() => parsePinningEndpoint(text)).toThrow(new Error(message))
})
