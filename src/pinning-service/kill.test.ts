import { openKillableNode } from '../testing/store/killable-node.ts'
import 'fake-indexeddb/auto'

import { afterEach, describe, expect, it } from 'vitest'
import { verifyPins } from '../pins/query/verify-pins.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { putBlocks, smallDag } from '../testing/dag/small-dag.ts'
import { LoopbackExchange } from '../testing/peers/loopback-exchange.ts'
import { KillSwitch } from '../testing/store/packed-store.ts'
import { newIndexedDB } from '../testing/store/store-fixtures.ts'
import type { TestNode } from '../testing/test-node.ts'
import { handlePinningService } from './handle-pinning-service.ts'
import { PinHosting } from './pin-hosting.ts'
import type { PinStatus } from './pin-status.ts'

const { signal } = new AbortController()
const one = smallDag('one')
const two = smallDag('two')

interface Home {
  app: TestNode
  hosting: PinHosting
}

const opened: TestNode[] = []

afterEach(async () => {
  for (const { node } of opened.splice(0)) {
    await node.stop().catch(() => {})
  }
})

async function openHome (indexedDB: IDBFactory, kill?: KillSwitch): Promise<Home> {
  const peer = new MemoryBlockstore()
  await putBlocks(peer, [...one.blocks, ...two.blocks])
  let hosting: PinHosting | undefined
  const app = await openKillableNode(indexedDB, kill, {
    exchange: () => new LoopbackExchange([peer]),
    services: [(node) => (hosting = new PinHosting(node))]
  })
  opened.push(app)
  await app.node.services.start()
  return { app, hosting: hosting! }
}

async function ask ({ hosting }: Home, method: string, path = '', body?: unknown): Promise<Response> {
  const request = new Request(`http://node/psa/pins${path}`, {
    method,
    headers: { Authorization: 'Bearer x' },
    ...body == null ? {} : { body: JSON.stringify(body) }
  })
  return await handlePinningService(request, { userOf: () => 'somebody', open: () => hosting })
}

async function listPins (home: Home): Promise<PinStatus[]> {
  return (await (await ask(home, 'GET', '?status=queued,pinning,pinned,failed')).json() as { results: PinStatus[] })
    .results
}

/** Waits for the outcome without sending a request. */
async function settled (home: Home): Promise<PinStatus[]> {
  await expect.poll(async () => (await listPins(home)).filter(({ status }) => status !== 'pinned')).toEqual([])
  return await listPins(home)
}

/** Waits for the writes after the outcome of a request, in which a kill may come too. */
async function restOf ({ app }: Home, kill: KillSwitch): Promise<void> {
  await expect.poll(() => kill.killed || app.node.jobs.list().length === 0, { interval: 5 }).toBe(true)
}

async function pins ({ app }: Home): Promise<string[]> {
  for await (const { badNodes } of verifyPins(app.node, { signal })) {
    expect(badNodes).toEqual([])
  }
  return (await app.pins()).filter((pin) => pin.includes(one.root.toString()) || pin.includes(two.root.toString()))
}

describe('a killed pinning service', () => {
  it('resumes accepted requests, wherever it was killed', async () => {
    let cut = 0

    for (let step = 0, killed = true; killed; step++) {
      const indexedDB = newIndexedDB()
      const kill = new KillSwitch()
      const victim = await openHome(indexedDB, kill)
      kill.arm(step)
      const answer = await ask(victim, 'POST', '', { cid: one.root.toString(), name: 'far' })
      if (answer.status === 202) {
        await expect.poll(async () => kill.killed || (await listPins(victim).catch(() => []))[0]?.status === 'pinned')
          .toBe(
            true
          )
      }
      await restOf(victim, kill)
      killed = kill.killed
      cut += answer.status === 202 && killed ? 1 : 0

      const next = await openHome(indexedDB)
      const found = await settled(next)
      // An acknowledged request exists with the same ID. Others exist completely or not at all.
      expect(found.map(({ requestid }) => requestid), `killed at ${step}`).toEqual(
        answer.status === 202 ? [(await answer.json() as PinStatus).requestid] : found.map(({ requestid }) => requestid)
      )
      expect(await pins(next)).toEqual(found.map(() => `recursive ${one.root} far`))
      expect(next.app.node.jobs.list()).toEqual([])

      for (const { requestid } of found) {
        await ask(next, 'DELETE', `/${requestid}`)
      }
      expect(await pins(next)).toEqual([])
      await next.app.node.stop()
    }

    expect(cut).toBeGreaterThan(3)
  })

  it('replaces a request completely or not at all', async () => {
    for (let step = 0, killed = true; killed; step++) {
      const indexedDB = newIndexedDB()
      const kill = new KillSwitch()
      const victim = await openHome(indexedDB, kill)
      await ask(victim, 'POST', '', { cid: one.root.toString(), name: 'old' })
      const [{ requestid }] = await settled(victim)
      kill.arm(step)
      const answer = await ask(victim, 'POST', `/${requestid}`, { cid: two.root.toString(), name: 'new' })
      if (answer.status === 202) {
        await expect.poll(async () => kill.killed || (await listPins(victim).catch(() => []))[0]?.status === 'pinned')
          .toBe(
            true
          )
      }
      await restOf(victim, kill)
      killed = kill.killed

      const next = await openHome(indexedDB)
      const [only, ...others] = await settled(next)
      expect(others).toEqual([])
      if (answer.status === 202) {
        expect(only.requestid).toBe((await answer.json() as PinStatus).requestid)
      }
      expect(await pins(next)).toEqual([
        only.pin.name === 'new' ? `recursive ${two.root} new` : `recursive ${one.root} old`
      ])
      await next.app.node.stop()
    }
  })
})
