import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import type { NodeCalls } from '../node-calls.ts'
import type { DeviceDrive, ReceiveResult } from './device-drive.ts'
import { DeviceSync } from './device-sync.ts'
import type { SyncState } from './device-sync.ts'

/** Turns of the event loop in which two devices without changes have long come to rest. */
const TURNS = 400

const syncs: DeviceSync[] = []

afterEach(() => {
  syncs.splice(0).forEach((sync) => {
    sync.stop()
  })
})

/** A device whose drive has nothing to publish, with a direct line to another one. */
function device (
  other: () => DeviceSync,
  receive: () => Promise<ReceiveResult> = async () => 'known'
): { sync: DeviceSync; swaps: () => number; states: SyncState[]; isAway: (is: boolean) => void } {
  let swaps = 0
  let isAway = false
  const record = Uint8Array.of(1)
  const states: SyncState[] = []
  const drive = {
    state: { other: { peer: 'other', name: 'k51other', addresses: [] }, sent: [], name: 'k51own' },
    tidy: async () => {},
    publish: async () => false,
    currentRecord: async () => record,
    openRecord: async () => ({ number: 1, merged: 1 }),
    receive
  } as unknown as DeviceDrive
  const calls = async function* (command: string): AsyncGenerator<unknown> {
    if (command !== 'swarm/peers') {
      throw new Error(`${command} is not reachable`)
    }

    yield { Peers: [{ Addr: '/ip4/127.0.0.1/udp/1/webrtc-direct', Peer: 'other' }] }
  }
  const sync = new DeviceSync({
    drive,
    calls: calls as NodeCalls,
    line: {
      swap: async () => {
        if (isAway) {
          throw new Error('no answer')
        }

        swaps++
        // As over a network. Otherwise an endless exchange would hang the test.
        await turn()
        return await other().receive(record)
      }
    },
    onState: (state) => {
      states.push(state)
    }
  })
  syncs.push(sync)
  return {
    sync,
    swaps: () => swaps,
    states,
    isAway: (is) => {
      isAway = is
    }
  }
}

async function rest (): Promise<void> {
  for (let i = 0; i < TURNS; i++) {
    await turn()
  }
}

it('devices that have the same files stop talking to each other', async () => {
  const laptop = device(() => phone.sync)
  const phone = device(() => laptop.sync)
  void laptop.sync.run()
  void phone.sync.run()
  await rest()
  expect(laptop.sync.state).toEqual({ phase: 'current' })
  expect(phone.sync.state).toEqual({ phase: 'current' })
  expect(laptop.swaps() + phone.swaps()).toBe(2)

  laptop.sync.wake()
  await rest()
  expect(laptop.swaps() + phone.swaps()).toBe(3)
})

it('a record that cannot be merged yet is answered once', async () => {
  const laptop = device(() => phone.sync, async () => 'early')
  const phone = device(() => laptop.sync, async () => 'early')
  void laptop.sync.run()
  void phone.sync.run()
  await rest()
  expect(laptop.swaps() + phone.swaps()).toBeLessThanOrEqual(4)
})

it('a merged record is answered', async () => {
  const receive = vi.fn<() => Promise<ReceiveResult>>(async () => 'known')
  const laptop = device(() => phone.sync)
  const phone = device(() => laptop.sync, receive)
  void laptop.sync.run()
  void phone.sync.run()
  await rest()
  const before = phone.swaps()
  receive.mockResolvedValueOnce('merged')
  laptop.sync.wake()
  await rest()
  expect(phone.swaps()).toBe(before + 1)
})

it('a device that waits is current again as soon as the other one is back', async () => {
  const laptop = device(() => phone.sync)
  const phone = device(() => laptop.sync)
  laptop.isAway(true)
  void laptop.sync.run()
  await rest()
  expect(laptop.sync.state.phase).toBe('waiting')
  laptop.isAway(false)
  void phone.sync.run()
  await rest()
  expect(laptop.sync.state).toEqual({ phase: 'current' })
})
