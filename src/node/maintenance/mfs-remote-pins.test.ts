import { MemoryDatastore } from 'datastore-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startPinningService } from '../../testing/http/pinning-service.ts'
import type { TestPinningService } from '../../testing/http/pinning-service.ts'
import { TestNode } from '../../testing/test-node.ts'
import { Services } from '../services/services.ts'
import { MfsRemotePins } from './mfs-remote-pins.ts'

const KEY = 'golden-secret'
const MINUTE_MS = 60_000

let service: TestPinningService
let node: TestNode
let now: number

beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00Z')
  service = await startPinningService()
  node = await TestNode.start()
  await node.rpc(`pin/remote/service/add?arg=svc&arg=${service.url}&arg=${KEY}`)
})

afterEach(async () => {
  await service.close()
})

/** Starts a worker with a manual clock. */
async function boot () {
  const looks: Array<() => void> = []
  let held = 0
  const services = new Services(async (work) => {
    held++
    await work()
  })
  services.add(
    new MfsRemotePins(node.node, {
      now: () => now,
      later: (call) => {
        looks.push(call)
        return () => {
          looks.splice(0)
        }
      }
    })
  )
  await services.start()
  const atStart = held

  return {
    services,
    held: () => held - atStart,
    isWaiting: () => looks.length > 0,
    /** runs the next check to its end */
    async look () {
      looks.shift()?.()
      await services.idle()
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
    }
  }
}

async function set (key: string, value: unknown): Promise<void> {
  const answer = await node.rpc(
    `config?arg=Pinning.RemoteServices.svc.Policies.MFS.${key}&arg=${
      encodeURIComponent(JSON.stringify(value))
    }&json=true`
  )
  expect(answer.status).toBe(200)
}

async function changeFiles (name: string): Promise<string> {
  await node.rpc(`files/mkdir?arg=/${name}`)
  return (await node.rpc('files/stat?arg=/&hash=true')).lines.map((line) => (line as { Hash: string }).Hash)[0]
}

function pinned (): string[] {
  return service.pins.map(({ pin }) => `${pin.name} ${pin.cid}`)
}

it('does nothing and holds nothing unless configured', async () => {
  const worker = await boot()
  await worker.look()
  expect(service.asked).toEqual([])
  expect(worker.held()).toBe(0)
})

it('pins the root, and replaces it by the next one after the interval', async () => {
  await set('Enable', true)
  await set('RepinInterval', '10m')
  const worker = await boot()
  const first = await changeFiles('a')
  const name = `policy/${node.node.identity.peerId}/mfs`
  await worker.look()
  expect(pinned()).toEqual([`${name} ${first}`])

  const second = await changeFiles('b')
  now += 9 * MINUTE_MS
  await worker.look()
  expect(pinned()).toEqual([`${name} ${first}`])

  now += MINUTE_MS
  await worker.look()
  expect(pinned()).toEqual([`${name} ${second}`])
  expect(service.asked.filter((asked) => asked.startsWith('POST'))).toEqual(['POST /pins', 'POST /pins/r0001'])
})

it('sends no request while nothing changes, even after a restart', async () => {
  await set('Enable', true)
  const worker = await boot()
  await worker.look()
  const asked = service.asked.length
  now += 60 * MINUTE_MS
  await worker.look()
  await worker.services.stop()
  await (await boot()).look()
  expect(service.asked).toHaveLength(asked)
})

it('adopts an existing pin, and replaces a failed one', async () => {
  await set('Enable', true)
  await set('PinName', 'mine')
  const root = await changeFiles('a')
  service.pins.push({
    requestid: 'x',
    status: 'queued',
    created: '2025-01-01T00:00:00Z',
    pin: { cid: root, name: 'mine' },
    delegates: [],
    info: {}
  })
  await (await boot()).look()
  expect(service.pins.map(({ requestid }) => requestid)).toEqual(['x'])

  service.pins[0].status = 'failed'
  await set('RepinInterval', '1m') // another policy is applied at once
  await (await boot()).look()
  expect(pinned()).toEqual([`mine ${root}`])
  expect(service.pins[0].requestid).toBe('r0001')
})

it('reports errors without the secret, pins at the other services, and tries again', async () => {
  await set('Enable', true)
  const dead = await startPinningService({
    intercept: ({ headers }, response) => {
      response.writeHead(500).end(JSON.stringify({ error: { reason: 'NO', details: headers.authorization } }))
      return true
    }
  })
  await node.rpc(`pin/remote/service/add?arg=dead&arg=${dead.url}&arg=another-secret`)
  await node.rpc('config?arg=Pinning.RemoteServices.dead.Policies.MFS.Enable&arg=true&bool=true')
  const worker = await boot()
  await worker.look()
  expect(service.pins).toHaveLength(1)
  expect(worker.services.list()[0].error?.message).toBe(
    'pinning the mutable files at dead: reason: "NO", details: "Bearer …": 500 Internal Server Error'
  )
  expect(worker.isWaiting()).toBe(true)
  await dead.close()
})

it('ends with the node, even if the service does not answer', async () => {
  let came = (): void => {}
  const asked = new Promise<void>((resolve) => {
    came = resolve
  })
  const silent = await startPinningService({
    intercept: () => {
      came()
      return true
    }
  })
  await node.rpc('pin/remote/service/rm?arg=svc')
  await node.rpc(`pin/remote/service/add?arg=svc&arg=${silent.url}&arg=${KEY}`)
  await set('Enable', true)
  const worker = await boot()
  const look = worker.look()
  await asked
  await worker.services.stop()
  await look
  expect(worker.isWaiting()).toBe(false)
  await silent.close()
})

it('is one of the services of every node', async () => {
  const { node: created } = await TestNode.start({ datastore: new MemoryDatastore() })
  expect(created.services.list().map(({ name }) => name)).toContain('mfs-remote-pins')
})
