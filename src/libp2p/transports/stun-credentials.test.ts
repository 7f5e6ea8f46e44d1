import { expect, test, vi } from 'vitest'

import '../host/promise-with-resolvers.ts'

import { packageFile } from '../../testing/package-file.ts'

/** Internals of the package (patches/@libp2p+webrtc+*.patch). */
const { handleStunRequest } = await import(packageFile('@libp2p/webrtc', 'util.js')) as {
  handleStunRequest: (request: object, log: object, connect: (credentials: object) => void) => void
}

const PASSWORD = 'abcdefghijklmnopqrstuv'
const V1 = `libp2p+webrtc+v1/${PASSWORD}`
const V2 = `libp2p+webrtc+v2/${PASSWORD}`

/** The credentials that a listener infers from a STUN request. */
function inferred (localUfrag: string | undefined, ufrag: string | undefined): unknown {
  const connect = vi.fn()
  handleStunRequest({ localUfrag, ufrag, host: '127.0.0.1', port: 1 }, { trace () {} }, connect)
  return connect.mock.calls[0]?.[0]
}

test('a WebRTC-direct listener infers the credentials of version 1 and version 2', () => {
  expect(inferred(V1, V1)).toEqual({ serverUfrag: V1, clientUfrag: V1, clientPwd: V1 })
  expect(inferred(V2, 'a+/9')).toEqual({ serverUfrag: V2, clientUfrag: 'a+/9', clientPwd: PASSWORD })
})

test.each([
  ['an unknown version', `libp2p+webrtc+v3/${PASSWORD}`, 'abcd'],
  ['no version', PASSWORD, PASSWORD],
  ['a short password', V2.slice(0, -1), 'abcd'],
  ['a short ufrag of the client', V2, 'abc'],
  ['a short password of version 1', V1, 'abcd'],
  ['a line break', `${V2}\r\na=candidate`, 'abcd'],
  ['a line break in the ufrag of the client', V2, 'abcd\r\n'],
  ['more than 256 characters', `${V2}${'a'.repeat(218)}`, 'abcd'],
  ['no ufrag', undefined, undefined]
])('it ignores a request with %s', (_, localUfrag, ufrag) => {
  expect(inferred(localUfrag, ufrag)).toBeUndefined()
})
