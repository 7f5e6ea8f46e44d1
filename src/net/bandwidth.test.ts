import { expect, test } from 'vitest'
import { Bandwidth } from './bandwidth.ts'

test('counts by peer and protocol, and the rate decays', () => {
  let now = 0
  const bandwidth = new Bandwidth(() => now)
  expect(bandwidth.totals()).toEqual({ TotalIn: 0, TotalOut: 0, RateIn: 0, RateOut: 0 })

  bandwidth.received(100, 'a', '/x')
  bandwidth.sent(7, 'b', '/x')
  expect(bandwidth.totals()).toMatchObject({ TotalIn: 100, TotalOut: 7, RateIn: 20 })
  expect(bandwidth.ofPeer('a')).toMatchObject({ TotalIn: 100, TotalOut: 0, RateOut: 0 })
  expect(bandwidth.ofProtocol('/x')).toMatchObject({ TotalIn: 100, TotalOut: 7 })
  expect(bandwidth.ofPeer('nobody')).toEqual({ TotalIn: 0, TotalOut: 0, RateIn: 0, RateOut: 0 })

  now = 60_000
  expect(bandwidth.totals().TotalIn).toBe(100)
  expect(bandwidth.totals().RateIn).toBeLessThan(0.001)
})

test('a steady flow has its rate', () => {
  let now = 0
  const bandwidth = new Bandwidth(() => now)

  for (; now < 60_000; now += 100) {
    bandwidth.sent(1000, 'a', '/x')
  }

  expect(bandwidth.totals().RateOut).toBeGreaterThan(9000)
  expect(bandwidth.totals().RateOut).toBeLessThan(11_000)
})

test('keeps the most recently active peers, however many there are', () => {
  const bandwidth = new Bandwidth(() => 0)

  for (let i = 0; i < 5000; i++) {
    bandwidth.received(1, `peer${i}`, `/p${i}`)
    bandwidth.sent(1, 'friend', '/x')
  }

  expect(bandwidth.totals()).toMatchObject({ TotalIn: 5000, TotalOut: 5000 })
  expect([bandwidth.ofPeer('friend').TotalOut, bandwidth.ofProtocol('/x').TotalOut]).toEqual([5000, 5000])
  expect([bandwidth.ofPeer('peer0').TotalIn, bandwidth.ofPeer('peer4999').TotalIn, bandwidth.ofProtocol('/p0').TotalIn])
    .toEqual([0, 1, 0])
})
