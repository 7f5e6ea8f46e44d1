import { multiaddr } from '@multiformats/multiaddr'
import { expect, test } from 'vitest'
import { dialFailures } from './dial-failures.ts'

const [WS, TCP] = [multiaddr('/ip4/127.0.0.1/tcp/1/ws'), multiaddr('/ip4/127.0.0.1/tcp/1')]

test('of a WebSocket that did not open, for which a browser throws an event, it is said that nobody knows why', () => {
  expect(dialFailures(new AggregateError([new Event('error'), new Error('refused')]), [WS, TCP])).toEqual([
    { address: String(WS), reason: 'cannot be reached (the browser does not say why)' },
    { address: String(TCP), reason: 'refused' }
  ])
  expect(dialFailures(new Event('error') as unknown as Error, [WS])).toEqual([{ address: String(WS), reason: 'cannot be reached (the browser does not say why)' }])
})

test('an error without a message is told by its code', () => {
  expect(dialFailures(Object.assign(new Error(''), { code: 'ECONNREFUSED' }), [TCP])).toEqual([{ address: String(TCP), reason: 'ECONNREFUSED' }])
})
