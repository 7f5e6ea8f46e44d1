import { multiaddr } from '@multiformats/multiaddr'
import { expect, test } from 'vitest'
import { dialFailures } from './dial-failures.ts'

const [WS, TCP] = [multiaddr('/ip4/127.0.0.1/tcp/1/ws'), multiaddr('/ip4/127.0.0.1/tcp/1')]

test('a WebSocket that does not open, for which a browser throws an event, has no known reason', () => {
  expect(dialFailures(new AggregateError([new Event('error'), new Error('refused')]), [WS, TCP])).toEqual([
    { address: String(WS), reason: 'cannot be reached (the browser does not say why)' },
    { address: String(TCP), reason: 'refused' }
  ])
  expect(dialFailures(new Event('error') as unknown as Error, [WS])).toEqual([{
    address: String(WS),
    reason: 'cannot be reached (the browser does not say why)'
  }])
})

test('an error without a message is described by its code', () => {
  expect(dialFailures(Object.assign(new Error(''), { code: 'ECONNREFUSED' }), [TCP])).toEqual([{
    address: String(TCP),
    reason: 'ECONNREFUSED'
  }])
})

test("a wrong or unreachable peer is described in Go's words", () => {
  const another = Object.assign(
    new Error('Payload identity key 12D3A does not match expected remote identity key 12D3B'),
    { name: 'EncryptionFailedError' }
  )
  const nobody = ['connection error 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1']
    .map((words) => new Error(words))

  expect([another, ...nobody].map((err) => dialFailures(err, [TCP])[0].reason)).toEqual([
    'failed to negotiate security protocol: peer id mismatch: expected 12D3B, but remote key matches 12D3A',
    'dial tcp4 127.0.0.1:1: connect: connection refused',
    'dial tcp4 127.0.0.1:1: connect: connection refused'
  ])
})
