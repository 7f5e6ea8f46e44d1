import { Netmask as Whole } from 'netmask'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Netmask } from './netmask-of-ip4.mjs'

test('behaves like the package, for all subnets that libp2p uses', () => {
  const source = readFileSync(
    new URL('../../node_modules/@libp2p/utils/dist/src/private-ip.js', import.meta.url),
    'utf8'
  )
  const nets = [...source.matchAll(/'(\d+\.\d+\.\d+\.\d+\/\d+)'/g)].map(([, net]) => net)
  expect(nets.length).toBeGreaterThan(20)
  const ips = nets.flatMap((net) => {
    const { base, broadcast, last } = new Whole(net)
    return [
      base,
      broadcast ?? last,
      '1.2.3.4',
      '9.255.255.255',
      '11.0.0.0',
      '128.0.0.1',
      '192.0.1.0',
      '255.255.255.254',
      '0.0.0.0'
    ]
  })

  for (const net of [...nets, '0.0.0.0/0']) {
    const [small, whole] = [new Netmask(net), new Whole(net)]
    expect(ips.map((ip) => small.contains(ip))).toEqual(ips.map((ip) => whole.contains(ip)))
  }
})
