import { expect, it } from 'vitest'
import { relayServiceSettings } from './relay-service-settings.ts'

const of = (values: Record<string, unknown>) => relayServiceSettings({ get: ((key: string) => values[key]) as never })

it("has Kubo's defaults for missing and non-positive values", () => {
  const kubos = {
    durationMs: 120_000,
    dataBytes: 131_072,
    ttlMs: 3_600_000,
    maxReservations: 128,
    maxCircuits: 16,
    maxReservationsPerIp: 8
  }
  expect(of({})).toEqual(kubos)
  expect(
    of({
      'Swarm.RelayService.MaxCircuits': 0,
      'Swarm.RelayService.ReservationTTL': '0s',
      'Swarm.RelayService.ConnectionDataLimit': -1
    })
  ).toEqual(kubos)
})

it('reads its settings', () => {
  expect(of({
    'Swarm.RelayService.ConnectionDurationLimit': '1m',
    'Swarm.RelayService.ConnectionDataLimit': 1024,
    'Swarm.RelayService.ReservationTTL': '10m',
    'Swarm.RelayService.MaxReservations': 5,
    'Swarm.RelayService.MaxCircuits': 2,
    'Swarm.RelayService.MaxReservationsPerIP': 1
  })).toEqual({
    durationMs: 60_000,
    dataBytes: 1024,
    ttlMs: 600_000,
    maxReservations: 5,
    maxCircuits: 2,
    maxReservationsPerIp: 1
  })
})

it('is undefined if the service, or relaying, is disabled', () => {
  expect(of({ 'Swarm.RelayService.Enabled': false })).toBeUndefined()
  expect(of({ 'Swarm.Transports.Network.Relay': false })).toBeUndefined()
})
