import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestDevice } from '../../testing/devices/test-device.ts'
import { startRelay } from '../../testing/peers/relay.ts'
import type { Relay } from '../../testing/peers/relay.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { invitePairing, joinPairing } from '../pairing/pair-devices.ts'
import { DeviceSync } from './device-sync.ts'
import type { SyncState } from './device-sync.ts'
import { writePairState } from './pair-state.ts'

let relay: Relay
let devices: TestDevice[]
let syncs: DeviceSync[]
let states: SyncState[]

beforeEach(async () => {
  relay = await startRelay()
  syncs = []
  states = []
  const nodes = await Promise.all(['Laptop', 'Server'].map(async () =>
    await startSwarmNode({
      delegatedRouting: { auto: false },
      config: {
        'Routing.Type': 'auto',
        'Routing.DelegatedRouters': [relay.router],
        'Ipns.DelegatedPublishers': [relay.router]
      }
    })
  ))
  devices = nodes.map((node) => new TestDevice(node))
})

afterEach(async () => {
  syncs.forEach((sync) => {
    sync.stop()
  })
  await Promise.all(devices.map(async ({ node }) => {
    await node.node.stop()
  }))
  await relay.stop()
})

/** Pairs the devices over the router of the relay, as persons do. */
async function pair (): Promise<void> {
  const [laptop, server] = devices
  const invite = await invitePairing({ calls: laptop.calls, device: 'Laptop', rounds: 2 })
  const join = await joinPairing(invite.code, { calls: server.calls, device: 'Server', rounds: 2 })
  expect(join.device).toBe('Laptop')
  const confirmed = join.confirm()
  expect(await invite.answered()).toEqual({ device: 'Server' })
  const [first, second] = await Promise.all([invite.accept(), confirmed])
  await writePairState(laptop.rows, first)
  await writePairState(server.rows, second)
}

async function run (device: TestDevice): Promise<DeviceSync> {
  const at = syncs.length
  const sync = new DeviceSync({
    drive: await device.open(),
    calls: device.calls,
    onState: (state) => {
      states[at] = state
    }
  })
  syncs.push(sync)
  void sync.run()
  return sync
}

/** Wakes both devices until a file is there, or is gone, as changes of Files do. */
async function arrives (device: TestDevice, path: string, text: string | undefined): Promise<void> {
  await expect.poll(async () => {
    syncs.forEach((sync) => {
      sync.wake()
    })
    return (await device.files())[path]
  }, { timeout: 60_000, interval: 500 }).toBe(text)
}

it('nodes without a page pair over a router, and keep the same files over peers', { timeout: 120_000 }, async () => {
  const [laptop, server] = devices
  await pair()
  await laptop.write('/a.txt', 'from the laptop')
  await server.write('/b.txt', 'from the server')
  await run(laptop)
  await run(server)

  await arrives(server, '/a.txt', 'from the laptop')
  await arrives(laptop, '/b.txt', 'from the server')
  await expect.poll(() => states.map(({ phase }) => phase), { timeout: 30_000 }).toEqual(['current', 'current'])

  await server.write('/b.txt', 'changed')
  await laptop.remove('/a.txt')
  await arrives(laptop, '/b.txt', 'changed')
  await arrives(server, '/a.txt', undefined)
  expect(await server.bin()).toMatchObject({ '/a.txt': 'from the laptop' })
})

it('waits for a device that is away, and says that it has changes', { timeout: 120_000 }, async () => {
  const [laptop, server] = devices
  await pair()
  await laptop.write('/a.txt', '1')
  const sync = await run(laptop)
  await expect.poll(() => states[0]?.phase, { timeout: 30_000 }).toBe('waiting')
  await run(server)
  await arrives(server, '/a.txt', '1')
  sync.wake()
  await expect.poll(() => states[0].phase, { timeout: 30_000 }).toBe('current')
})
