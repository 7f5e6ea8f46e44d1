import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { rawLeaf } from '../../testing/dag/small-dag.ts'
import { startPinningService } from '../../testing/http/pinning-service.ts'
import type { PinningServiceInit, TestPinningService } from '../../testing/http/pinning-service.ts'
import { PinningService } from './pinning-service.ts'
import { REMOTE_STATUSES } from './remote-pin.ts'

const { signal } = new AbortController()
const KEY = 'golden-secret'
const { cid } = rawLeaf('pinned')

let server: TestPinningService

afterEach(async () => {
  await server.close()
})

async function start (init: PinningServiceInit = {}): Promise<PinningService> {
  server = await startPinningService(init)
  return new PinningService({ endpoint: server.url, key: KEY })
}

async function names (
  service: PinningService,
  filter: Parameters<PinningService['list']>[0] = { statuses: REMOTE_STATUSES }
): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of service.list(filter, { signal })) {
    found.push(name)
  }
  return found
}

function json (response: ServerResponse, body: unknown, status = 200): true {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  return true
}

describe('a list', () => {
  it('reads all pages, newest first', async () => {
    const service = await start()
    for (let i = 0; i < 250; i++) {
      await service.add({ cid, name: `pin ${i}` }, { signal })
    }
    expect(await names(service)).toEqual(Array.from({ length: 250 }, (_, i) => `pin ${249 - i}`))
    expect(server.asked.filter((asked) => asked.startsWith('GET'))).toHaveLength(3)
  })

  it('contains only matches', async () => {
    const service = await start()
    const other = rawLeaf('other').cid
    await service.add({ cid, name: 'queued:a' }, { signal })
    await service.add({ cid: other, name: 'b&c=d,e' }, { signal })
    expect(await names(service, { statuses: ['queued'] })).toEqual(['queued:a'])
    expect(await names(service, { statuses: ['queued', 'pinned'], cids: [other] })).toEqual(['b&c=d,e'])
    expect(await names(service, { statuses: ['pinned'], name: 'b&c=d,e' })).toEqual(['b&c=d,e'])
    expect(await names(service, { statuses: ['pinned'], name: 'b' })).toEqual([])
  })

  it('ends if a service repeats a page', async () => {
    const pin = {
      requestid: 'r',
      status: 'pinned',
      created: '2026-01-01T00:00:00Z',
      pin: { cid: cid.toString() },
      delegates: []
    }
    const service = await start({ intercept: (_, response) => json(response, { count: 5, results: [pin] }) })
    await expect(names(service)).rejects.toThrow('the same pins again')
  })

  it('is an error if it has a count but no pins', async () => {
    const service = await start({ intercept: (_, response) => json(response, { count: 5, results: [] }) })
    await expect(names(service)).rejects.toThrow(
      'invalid pinning service response: PinResults.count=5 but no PinResults.results'
    )
  })
})

describe('a response', () => {
  it.each<[unknown, string]>([
    [[], 'a list of pins that is no object'],
    [{ results: [] }, 'a list without count or results'],
    [{ count: 1, results: [{}] }, 'the pin of a status that is no object'],
    [
      { count: 1, results: [{ requestid: 'r', status: 'new', created: '', pin: { cid: cid.toString() } }] },
      'the status "new"'
    ],
    [
      { count: 1, results: [{ requestid: 'r', status: 'pinned', created: '', pin: { cid: 'x' } }] },
      'the CID "x": invalid cid'
    ]
  ])('with %j is rejected', async (body, message) => {
    const service = await start({ intercept: (_, response) => json(response, body) })
    await expect(names(service)).rejects.toMatchObject({
      name: 'PinningServiceError',
      message: expect.stringContaining(`invalid pinning service response: ${message}`) as string
    })
  })

  it('that is not JSON is rejected', async () => {
    const service = await start({
      intercept: (_, response) => {
        response.end('<html>')
        return true
      }
    })
    await expect(names(service)).rejects.toThrow('it is no JSON')
  })

  it('with an error without a message is reported by its status', async () => {
    const service = await start({
      intercept: (_, response) => {
        response.writeHead(503).end('busy')
        return true
      }
    })
    await expect(names(service)).rejects.toThrow(
      'remote pinning service returned http error 503: 503 Service Unavailable'
    )
  })

  it('does not expose the key', async () => {
    const service = await start({
      intercept: ({ headers }, response) =>
        json(response, { error: { reason: 'NO', details: headers.authorization } }, 400)
    })
    await expect(names(service)).rejects.toThrow('reason: "NO", details: "Bearer …": 400 Bad Request')
  })

  it('with a redirect is not followed', async () => {
    const service = await start({
      intercept: ({ url }, response) =>
        url?.includes('elsewhere') !== true &&
        response.writeHead(307, { Location: `${server.url}/elsewhere` }).end() != null
    })
    await expect(names(service)).rejects.toThrow('empty response from remote pinning service: Get "')
    expect(server.asked).toEqual([])
  })

  it('is waited for until the signal aborts', async () => {
    const asking = new AbortController()
    const service = await start({
      intercept: () => {
        asking.abort(new Error('enough'))
        return true
      }
    })
    await expect(service.add({ cid }, { signal: asking.signal })).rejects.toThrow('enough')
  })
})

describe('waiting for a pin', () => {
  it('ends when the service has pinned it', async () => {
    const service = await start({
      intercept: ({ method }) => {
        if (method === 'GET' && server.asked.length === 2) {
          server.pins[0].status = 'pinned'
        }
        return false
      }
    })
    const added = await service.add({ cid, name: 'queued:a' }, { signal })
    expect(added.status).toBe('queued')
    expect(await service.waitUntilPinned(added, { signal })).toEqual({ ...added, status: 'pinned' })
    expect(server.asked).toEqual(['POST /pins', 'GET /pins/r0001', 'GET /pins/r0001'])
  })

  it('ends with the signal', async () => {
    const waiting = new AbortController()
    const service = await start()
    const added = await service.add({ cid, name: 'queued:a' }, { signal })
    const pinned = service.waitUntilPinned(added, { signal: waiting.signal })
    waiting.abort(new Error('enough'))
    await expect(pinned).rejects.toThrow('enough')
  })

  it('ends when the pin is removed', async () => {
    const service = await start()
    const added = await service.add({ cid, name: 'queued:a' }, { signal })
    await service.remove(added.requestId, { signal })
    await expect(service.waitUntilPinned(added, { signal })).rejects.toThrow(
      'failed to check pin status for requestid="r0001" due to error: reason: "NOT_FOUND", details: "no such ' +
        'pin": 404 Not Found'
    )
  })
})

it('replaces a pin', async () => {
  const service = await start()
  const added = await service.add({ cid, name: 'a' }, { signal })
  const other = rawLeaf('other').cid
  expect(await service.replace(added.requestId, { cid: other, name: 'a' }, { signal })).toMatchObject({
    requestId: 'r0002',
    name: 'a'
  })
  expect(server.pins.map(({ pin }) => pin)).toEqual([{ cid: other.toString(), name: 'a' }])
})

describe('the load', () => {
  it('is read below the endpoint with the key, and is an error of other services', async () => {
    const load = { Since: '2026-11-01T00:00:00.000Z', Answers: { 'file cache 2xx': 3 } }
    const service = await start({
      intercept: (request, response) =>
        request.url === '/api/swipfs/load' && request.headers.authorization === `Bearer ${KEY}` && json(response, load)
    })
    expect(await service.load({ signal })).toEqual(load)
    await server.close()
    await expect((await start()).load({ signal })).rejects.toThrow('404')
  })
})
