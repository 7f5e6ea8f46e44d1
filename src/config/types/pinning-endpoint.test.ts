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
  [
    'http://pins.example',
    'service endpoint must be an https URL, or an http URL on this machine or, in Node, of an address of the ' +
    'local network: its key could be read on the way'
  ]
])('%s is rejected', (text, message) => {
  expect(() => parsePinningEndpoint(text)).toThrow(new Error(message))
})

it.each([
  'http://192.168.1.2:8080',
  'http://10.0.0.1',
  'http://172.16.0.9/api',
  'http://169.254.3.4',
  'http://100.64.0.1',
  'http://[fd00::1]:5001',
  'http://[fe80::1]'
])('%s is accepted in Node, and rejected in a browser', (text) => {
  expect(parsePinningEndpoint(text)).toBe(text)
  expect(() => parsePinningEndpoint(text, { mayUseLocalNetwork: false })).toThrow('its key could be read on the way')
})

it.each([
  'http://8.8.8.8',
  'http://172.32.0.1',
  'http://192.169.0.1',
  'http://[2001:db8::1]',
  'http://10.0.0.1.example',
  'http://printer.local'
])('%s is rejected everywhere', (text) => {
  expect(() => parsePinningEndpoint(text)).toThrow('its key could be read on the way')
})
