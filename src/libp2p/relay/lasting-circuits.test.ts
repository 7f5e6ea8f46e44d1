import type { Connection } from '@libp2p/interface'
import { expect, test } from 'vitest'
import { withLastingCircuits } from './lasting-circuits.ts'

type Make = Parameters<typeof withLastingCircuits>[0]

test('a transport that needs an introduction sees all connections except those about to end', () => {
  const limits: Array<Connection['limits']> = [
    undefined,
    {},
    { bytes: 131_072n, seconds: 120 },
    { bytes: 2000n, seconds: 120 },
    { bytes: 131_072n, seconds: 3 },
    { seconds: 60 }
  ]
  const connections = limits.map((limits) => ({ limits }))
  let shown: typeof connections = []
  const components = { connectionManager: { getConnections: () => connections }, logger: 'its own' }

  const make = ((own: typeof components) => {
    shown = own.connectionManager.getConnections()
    return own.logger
  }) as unknown as Make

  expect(withLastingCircuits(make)(components as never)).toBe('its own')
  expect(shown.map(({ limits }) => limits)).toEqual([limits[0], limits[1], limits[2], limits[5]])
})
