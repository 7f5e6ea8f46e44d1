import { expect, test } from 'vitest'
import { Logs } from '../../log/logs.ts'
import { componentLogs, subsystemOf } from './component-logs.ts'

test.each([
  ['libp2p:kad-dht:lan:query:1', 'dht'],
  ['libp2p:gossipsub', 'pubsub'],
  ['libp2p:identify-push', 'net/identify'],
  ['libp2p:circuit-relay:server:reservation-store', 'relay'],
  ['libp2p:circuit-relay:transport', 'p2p-circuit'],
  ['libp2p:webrtc-direct', 'webrtc-transport'],
  ['libp2p:registrar', 'swarm2'],
  ['libp2p', 'swarm2']
])('%s logs as %s', (component, subsystem) => {
  expect(subsystemOf(component)).toBe(subsystem)
})

test('records of libp2p are in the logs at their level, with their arguments', () => {
  const logs = new Logs()
  const log = componentLogs(logs).forComponent('libp2p:kad-dht')
  log('not wanted %s', () => {
    throw new Error('formatted')
  })
  log.error('not wanted either')
  expect([log.enabled, logs.recent()]).toEqual([false, []])

  logs.setLevel('dht', 'debug')
  log('found %d of %s %%', 2, 'x', 'more')
  log.newScope('query').trace('asking')
  log.error('failed - %e', new Error('gone'))
  expect(log.enabled).toBe(true)
  expect(logs.recent()).toMatchObject([
    { level: 'debug', logger: 'dht', msg: 'found 2 of x % more', fields: { component: 'libp2p:kad-dht' } },
    { level: 'debug', logger: 'dht', msg: 'asking', fields: { component: 'libp2p:kad-dht:query' } },
    { level: 'warn', logger: 'dht', msg: 'failed - gone' }
  ])
})
