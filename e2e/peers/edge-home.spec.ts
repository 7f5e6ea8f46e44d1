import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasEngine } from '../../edge/testing/has-engine.ts'
import { edgeRpc, killEdge, serveEdge, TOKEN } from '../../edge/testing/served-edge.ts'
import type { ServedEdge } from '../../edge/testing/served-edge.ts'
import { twoPersons } from '../fixtures/page/two-persons.ts'
import type { TwoPersons } from '../fixtures/page/two-persons.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024

let state: string
let edge: ServedEdge
let persons: TwoPersons

test.skip(!hasEngine(), 'workerd has no build for this platform')

/** The page is deployed with the relay.json of a node on the edge. */
test.beforeEach(async ({ browser }) => {
  state = await mkdtemp(join(tmpdir(), 'swipfs-edge-home-'))
  edge = await serveEdge(
    state,
    '--token',
    TOKEN,
    '--psa-token',
    'pin-token',
    '--config',
    JSON.stringify({
      Bootstrap: [],
      'Routing.DelegatedRouters': [],
      'HTTPRetrieval.Gateways': [],
      'AutoConf.Enabled': false,
      'Ipns.DelegatedPublishers': []
    })
  )
  persons = await twoPersons(browser, async () => await (await fetch(`${edge.url}/relay.json`)).text())
})

test.afterEach(async () => {
  await persons.close()
  await killEdge(edge)
  await rm(state, { recursive: true, force: true })
})

test('two browsers find each other through a node on the edge, and transfer 50 MiB directly', async () => {
  test.setTimeout(180_000)
  const [near, far] = persons.pages
  const { Hash: cid } = JSON.parse(
    (await rpc(far, 'add?cid-version=1&quieter=true', { randomBytes: 50 * MIB })).text
  ) as { Hash: string }

  const announced = async (): Promise<string[]> => {
    const { Providers } = await (await fetch(`${edge.url}/routing/v1/providers/${cid}`)).json() as {
      Providers: Array<{ Addrs: string[] }>
    }
    return Providers.flatMap(({ Addrs }) => Addrs)
  }

  await expect.poll(announced).toEqual(expect.arrayContaining([expect.stringContaining('/p2p-circuit/webrtc')]))
  expect(await near.evaluate(async (cid) => (await (await fetch(`/ipfs/${cid}`)).arrayBuffer()).byteLength, cid)).toBe(
    50 * MIB
  )
  // No data went through the edge, and none is stored there.
  const { RateIn, TotalIn } = await (await edgeRpc(edge.url, 'stats/bw')).json() as { RateIn: number; TotalIn: number }
  expect(RateIn).toBeGreaterThanOrEqual(0)
  expect(TotalIn).toBeLessThan(5 * MIB)

  const { text } = await rpc(far, 'name/publish?arg=/ipfs/bafkqabtimvwgy3yk')
  const { Name } = JSON.parse(text) as { Name: string }
  expect((await rpc(near, `name/resolve?arg=${Name}&stream=false`)).text).toContain('/ipfs/bafkqabtimvwgy3yk')
})

test('the edge pins content of a browser over its connection, and serves it after the browser has gone', async () => {
  const [, far] = persons.pages
  const { Hash: cid } = JSON.parse(
    (await rpc(far, 'add?cid-version=1&quieter=true', { randomBytes: 3 * MIB })).text
  ) as { Hash: string }
  await rpc(far, `pin/remote/service/add?arg=edge&arg=${edge.url}/psa&arg=pin-token`)
  expect((await rpc(far, `pin/remote/add?service=edge&arg=${cid}`)).text).toContain('"Status":"pinned"')
  await far.context().close()
  expect((await (await fetch(`${edge.url}/ipfs/${cid}`)).arrayBuffer()).byteLength).toBe(3 * MIB)
})
