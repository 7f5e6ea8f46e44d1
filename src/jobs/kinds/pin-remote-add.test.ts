import 'fake-indexeddb/auto'

import { afterEach, describe, expect, it } from 'vitest'
import { pinAtService } from '../../api/pin-at-service.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { IdbDatastore } from '../../store/datastore/idb-datastore.ts'
import { rawLeaf } from '../../testing/dag/small-dag.ts'
import { startPinningService } from '../../testing/http/pinning-service.ts'
import type { PinningServiceInit, TestPinningService } from '../../testing/http/pinning-service.ts'
import { killableDatastore } from '../../testing/store/killable.ts'
import { KillSwitch } from '../../testing/store/packed-store.ts'
import { newIndexedDB } from '../../testing/store/store-fixtures.ts'
import { TestNode } from '../../testing/test-node.ts'

const { cid } = rawLeaf('kept elsewhere')
const KEY = 'golden-secret'
const ADD = `pin/remote/add?arg=${cid}&service=svc`

const opened: TestNode[] = []
const services: TestPinningService[] = []

afterEach(async () => {
  for (const { node } of opened.splice(0)) {
    await node.stop().catch(() => {})
  }
  for (const service of services.splice(0)) {
    await service.close()
  }
})

async function startService (init?: PinningServiceInit): Promise<TestPinningService> {
  const service = await startPinningService(init)
  services.push(service)
  return service
}

async function openNode (
  { url }: TestPinningService,
  indexedDB = newIndexedDB(),
  kill?: KillSwitch
): Promise<TestNode> {
  const datastore = killableDatastore(await IdbDatastore.open('data', indexedDB), kill?.hook ?? (() => {}))
  const app = await TestNode.start({
    blockstore: new MemoryBlockstore(),
    datastore,
    config: { 'Pinning.RemoteServices': { svc: { API: { Endpoint: url, Key: KEY } } } }
  })
  opened.push(app)
  return app
}

function posts ({ asked }: TestPinningService): number {
  return asked.filter((asked) => asked.startsWith('POST')).length
}

/** Accepts the first request, and loses the answer. */
function loseFirstAnswer (): { init: PinningServiceInit; lose: (service: TestPinningService) => void } {
  let losing: TestPinningService | undefined

  return {
    init: {
      intercept: ({ method }, response) => {
        if (losing == null || method !== 'POST') {
          return false
        }

        losing.pins.push({
          requestid: 'taken',
          status: 'queued',
          created: '2026-01-01T00:00:00Z',
          pin: { cid: cid.toString(), name: 'a' },
          delegates: [],
          info: {}
        })
        losing = undefined
        response.destroy()
        return true
      }
    },
    lose: (service) => {
      losing = service
    }
  }
}

describe('a remote pin', () => {
  it('is requested once from the service, wherever the job is killed', async () => {
    let resumed = 0

    for (let step = 0, killed = true; killed; step++) {
      const service = await startService()
      const indexedDB = newIndexedDB()
      const kill = new KillSwitch()
      const victim = await openNode(service, indexedDB, kill)
      kill.arm(step)
      const { status } = await victim.rpc(`${ADD}&name=a`)
      killed = kill.killed
      const next = await openNode(service, indexedDB)
      await next.node.services.start()
      await expect.poll(() => next.node.jobs.list().filter(({ state }) => state === 'running')).toEqual([])
      const jobs = next.node.jobs.list()
      // Without a row the service was not asked.
      expect([posts(service), service.pins.length], `killed at ${step}`).toEqual(
        status === 200 || jobs.length > 0 ? [1, 1] : [0, 0]
      )

      if (jobs.length > 0) {
        resumed++
        expect(jobs).toMatchObject([{
          kind: 'pin/remote/add',
          state: 'done',
          message: 'svc keeps it',
          args: { status: 'pinned', requestId: 'r0001' }
        }])
      }
    }

    expect(resumed).toBeGreaterThan(0)
  })

  it('is resumed from its row by a request for the same pin before the rows were read', async () => {
    const service = await startService()
    const indexedDB = newIndexedDB()
    const kill = new KillSwitch()
    const victim = await openNode(service, indexedDB, kill)
    void victim.rpc(`${ADD}&name=queued:a`).catch(() => {})
    await expect.poll(() => service.asked.length).toBeGreaterThan(1)
    kill.now()

    const next = await openNode(service, indexedDB)
    const first = await next.rpc(`${ADD}&name=queued:a&background=true`)
    expect(first.lines).toEqual([{ Status: 'queued', Cid: cid.toString(), Name: 'queued:a' }])
    await next.node.services.start()
    // It was begun before, and continues without the original request.
    expect(next.node.jobs.list()).toMatchObject([{ kind: 'pin/remote/add', state: 'running', resumed: 1, waiting: 0 }])
    expect((await next.rpc('diag/cmds')).text).toContain('"pin/remote/add"')
    service.pins[0].status = 'pinned'
    await expect.poll(() => next.node.jobs.list()[0].state).toBe('done')
    expect(posts(service)).toBe(1)
  })

  it('is not requested again if the answer was lost', async () => {
    const { init, lose } = loseFirstAnswer()
    const service = await startService(init)
    const app = await openNode(service)
    lose(service)
    expect((await app.rpc(`${ADD}&name=a&background=true`)).lines).toMatchObject([{ Status: 'queued' }])
    expect([service.pins.length, posts(service)]).toEqual([1, 0])
  })

  it('is not mixed up with a pin of another name', async () => {
    const service = await startService({
      intercept: ({ method }, response) => {
        if (method === 'POST') {
          response.destroy()
        }
        return method === 'POST'
      }
    })
    service.pins.push({
      requestid: 'other',
      status: 'pinned',
      created: '2026-01-01T00:00:00Z',
      pin: { cid: cid.toString(), name: 'b' },
      delegates: [],
      info: {}
    })
    const app = await openNode(service)
    const { lines } = await app.rpc(ADD)
    expect((lines[0] as { Message: string }).Message).toMatch(/^empty response from remote pinning service: Post "/)
  })

  it('waits for a service that does not answer when the job is resumed', async () => {
    let isSilent = false
    const service = await startService({
      intercept: (_, response) => {
        if (isSilent) {
          response.destroy()
        }
        return isSilent
      }
    })
    const indexedDB = newIndexedDB()
    const kill = new KillSwitch()
    const victim = await openNode(service, indexedDB, kill)
    void victim.rpc(`${ADD}&name=queued:a`).catch(() => {})
    await expect.poll(() => service.asked.length).toBeGreaterThan(1)
    kill.now()
    isSilent = true
    const next = await openNode(service, indexedDB)
    await next.node.services.start()
    isSilent = false
    service.pins[0].status = 'pinned'
    await expect.poll(() => next.node.jobs.list()[0].state).toBe('done')
  })

  it('is shared by all requests for it, and continues if one of them aborts', async () => {
    const service = await startService()
    const { node } = await openNode(service)
    const waiting = pinAtService(node, cid, 'svc', { name: 'queued:a' })
    expect(await pinAtService(node, cid, 'svc', { name: 'queued:a', background: true })).toMatchObject({
      status: 'queued'
    })
    service.pins[0].status = 'pinned'
    expect(await waiting).toMatchObject({ status: 'pinned' })
    expect([posts(service), node.jobs.list()]).toEqual([1, []])
    expect(await pinAtService(node, cid, 'svc', { background: true })).toMatchObject({ status: 'pinned', name: '' })
    expect(posts(service)).toBe(2)
  })
})
