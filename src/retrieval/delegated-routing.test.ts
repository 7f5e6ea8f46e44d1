import { MemoryDatastore } from 'datastore-core'
import { CID } from 'multiformats/cid'
import { afterEach, expect, test } from 'vitest'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { openConfig } from '../config/config-store.ts'
import type { Json } from '../config/values/config.ts'
import { startServer } from '../testing/http/http-fixtures.ts'
import type { Answer, TestServer } from '../testing/http/http-fixtures.ts'
import { DelegatedRouting } from './delegated-routing.ts'

const { signal } = new AbortController()
const CONTENT = CID.parse('bafkreihnoabliopjvscf6irvpwbcxlauirzq7pnwafwt5skdekl3t3e7om')
const ONE = '12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj'
const TWO = '12D3KooWKnDdG3iXw9eTFijk3EWSunZcFi54Zka4wmtqtt6rPxc8'
const ADDRESS = '/ip4/127.0.0.1/tcp/4001'
const servers: TestServer[] = []
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(async ({ close }) => {
      await close()
    })
  )
})

async function router (answer: Answer): Promise<TestServer> {
  const server = await startServer(answer)
  servers.push(server)
  return server
}

async function routing (routers: TestServer[], more: Record<string, Json> = {}): Promise<DelegatedRouting> {
  return new DelegatedRouting(
    await openConfig(new MemoryDatastore(), {
      overrides: { 'Routing.DelegatedRouters': routers.map(({ url }) => url), ...more }
    }),
    { auto: false }
  )
}

const json = (body: unknown): Answer => (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const answerLines = (...records: unknown[]): Answer => (_, response) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(
    records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
  )
}
const peer = (ID: string, ...Addrs: string[]): object => ({
  Schema: 'peer',
  ID,
  Addrs,
  Protocols: ['transport-bitswap']
})

async function providers (routing: DelegatedRouting, problems: string[] = []): Promise<unknown[]> {
  const found: unknown[] = []
  for await (
    const peer of routing.findProviders(CONTENT, {
      signal,
      onProblem: (_, problem) => {
        problems.push(problem)
      }
    })
  ) {
    found.push(peer)
  }
  return found
}

test('providers of all routers are merged without duplicates, from JSON and NDJSON', async () => {
  const [a, b] = [
    await router(json({ Providers: [peer(ONE, ADDRESS, `${ADDRESS}/p2p/${ONE}`)] })),
    await router(answerLines(peer(ONE, ADDRESS), peer(TWO)))
  ]
  const found = await providers(await routing([a, b]))
  expect(found).toHaveLength(2)
  expect(found).toEqual(expect.arrayContaining([{ ID: ONE, Addrs: [ADDRESS] }, { ID: TWO, Addrs: [] }]))
  expect(a.asked).toEqual([`/routing/v1/providers/${CONTENT}?filter-protocols=unknown,transport-bitswap`])
})

test('malformed peers and addresses, and addresses of other peers, are skipped', async () => {
  const bad = await router(
    answerLines(
      'no json',
      7,
      null,
      { ID: 5 },
      peer('nobody', ADDRESS),
      peer(ONE, 'nonsense', `${ADDRESS}/p2p/${TWO}`, '/ip4/1.2.3.4/tcp/1')
    )
  )
  expect(await providers(await routing([bad]))).toEqual([{ ID: ONE, Addrs: ['/ip4/1.2.3.4/tcp/1'] }])
})

test('a failed router is reported and does not affect the others', async () => {
  const problems: string[] = []
  const all = [
    await router((_, response) => {
      response.writeHead(500).end()
    }),
    await router((_, response) => {
      response.destroy()
    }),
    await router(json({ Providers: [peer(ONE)] })),
    await router((_, response) => {
      response.writeHead(404).end()
    }),
    await router((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{')
    })
  ]
  expect(await providers(await routing(all), problems)).toEqual([{ ID: ONE, Addrs: [] }])
  expect(problems.sort()).toEqual([
    'answered 500',
    'answered with something that is no JSON',
    expect.stringMatching(/^cannot be reached/)
  ])
})

test('an endless response is read up to its limit', async () => {
  const endless = await router((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const line = `${JSON.stringify(peer(ONE, ADDRESS))}\n`.repeat(200)
    const write = (): void => {
      if (!response.destroyed) {
        response.write(line, () => {
          setImmediate(write)
        })
      }
    }
    write()
  })

  expect(await providers(await routing([endless]))).toEqual([{ ID: ONE, Addrs: [ADDRESS] }])
  await expect.poll(() => endless.open).toBe(0)
})

test('a stalled request is cancelled when the reader stops, and by the signal', async () => {
  const [silent, quick] = [await router(() => {}), await router(json({ Providers: [peer(ONE)] }))]

  for await (const { ID } of (await routing([silent, quick])).findProviders(CONTENT, { signal })) {
    expect(ID).toBe(ONE)
    break
  }

  await expect.poll(() => silent.open).toBe(0)
  const ending = new AbortController()
  const asked = (await routing([silent])).findPeer(parsePeerId(ONE), { signal: ending.signal })
  await expect.poll(() => silent.open).toBe(1)
  ending.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')
})

test('the addresses of a peer are only those of its own records', async () => {
  const [a, b] = [
    await router(json({ Peers: [peer(TWO, '/ip4/6.6.6.6/tcp/6'), peer(ONE, ADDRESS)] })),
    await router(answerLines(peer(ONE, '/ip4/1.2.3.4/tcp/1')))
  ]
  expect((await (await routing([a, b])).findPeer(parsePeerId(ONE), { signal })).sort()).toEqual([
    '/ip4/1.2.3.4/tcp/1',
    ADDRESS
  ])
  expect(a.asked).toEqual([expect.stringMatching(/^\/routing\/v1\/peers\/k51/)])
})

test('peers of Routing.IgnoreProviders are skipped, and an offline node asks no router', async () => {
  const a = await router(json({ Providers: [peer(ONE), peer(TWO)] }))
  expect(await providers(await routing([a], { 'Routing.IgnoreProviders': [ONE] }))).toEqual([{ ID: TWO, Addrs: [] }])
  expect(await providers(await routing([a], { 'HTTPRetrieval.Enabled': false }))).toEqual([])
  expect((await routing([a], { 'HTTPRetrieval.Enabled': false })).knows('providers')).toBe(false)
  expect(a.asked).toHaveLength(1)
})
