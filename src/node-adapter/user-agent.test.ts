import { afterEach, expect, test } from 'vitest'
import { startServer } from '../testing/http/http-fixtures.ts'
import { startNode } from './start.ts'

const MISSING = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const stops: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const stop of stops.splice(0)) {
    await stop()
  }
})

test("delegated routers get Kubo's User-Agent with every request", async () => {
  const asked: Array<[string, string | undefined]> = []

  const router = await startServer((request, response) => {
    asked.push([
      `${request.method} ${(request.url ?? '').split('/').slice(0, 4).join('/')}`,
      request.headers['user-agent']
    ])
    response.writeHead(request.method === 'PUT' ? 200 : 404).end()
  })

  stops.push(router.close)
  const config = {
    'Routing.Type': 'delegated',
    'Routing.DelegatedRouters': [router.url],
    'Ipns.DelegatedPublishers': [router.url],
    'Version.AgentSuffix': 'mine',
    'Addresses.Swarm': []
  }
  const { rpcPort, node, close } = await startNode({ config })
  stops.push(async () => {
    await close()
    await node.stop()
  })
  const rpc = async (target: string): Promise<void> => {
    await (await fetch(`http://127.0.0.1:${rpcPort}/api/v0/${target}`, { method: 'POST' })).text()
  }

  await rpc(`routing/findprovs?arg=${MISSING}&timeout=5s`)
  await rpc('routing/findpeer?arg=12D3KooWRBhwfeP2Y4CDkFRBAZ1pmxUadH36TKuk3KtKm5XXP8mA&timeout=5s')
  await rpc(`name/publish?arg=/ipfs/${MISSING}&resolve=false&timeout=5s&allow-offline=true`)
  await rpc(`name/resolve?arg=k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4&timeout=5s`)

  const kinds = ['GET /routing/v1/providers', 'GET /routing/v1/peers', 'PUT /routing/v1/ipns', 'GET /routing/v1/ipns']
  expect([...new Set(asked.map(([kind]) => kind))]).toEqual(expect.arrayContaining(kinds))
  expect(new Set(asked.map(([, agent]) => agent))).toEqual(new Set(['kubo/0.40.0/swipfs/mine']))
})
