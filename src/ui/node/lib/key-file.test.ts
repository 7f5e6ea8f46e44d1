import { expect, test } from 'vitest'
import { keyFileName, readKeyFile } from './key-file.ts'

const of = (text: string): Uint8Array => new TextEncoder().encode(text)

test("the name of a key file states the missing password, and is parsed back to the key's name", () => {
  for (const format of ['pem-pkcs8-cleartext', 'libp2p-protobuf-cleartext'] as const) {
    const name = keyFileName('my.blog', format)
    expect(name).toContain('without-password')
    expect(readKeyFile(name, of('')).name).toBe('my.blog')
    expect(readKeyFile(name.replace('password', 'password (2)'), of('')).name).toBe('my.blog')
  }
})

test.each([
  ['-----BEGIN PRIVATE KEY-----\nMC4C', 'pem-pkcs8-cleartext'],
  ['\r\n-----BEGIN PRIVATE KEY-----', 'pem-pkcs8-cleartext'],
  ['\u0008\u0001\u0012@', 'libp2p-protobuf-cleartext'],
  ['-----BEGIN ENCRYPTED PRIVATE KEY-----', undefined],
  ['-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED', undefined]
])('%j has the format %s', (text, format) => {
  expect(readKeyFile('a', of(text)).format).toBe(format)
})
