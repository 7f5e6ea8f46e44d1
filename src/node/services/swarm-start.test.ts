import { afterEach, expect, test } from 'vitest'
import { mayUseHttp } from '../../retrieval/settings/retrieval-settings.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

const nodes: Array<Awaited<ReturnType<typeof startSwarmNode>>> = []

async function start (
  init: Parameters<typeof startSwarmNode>[0] = {}
): Promise<Awaited<ReturnType<typeof startSwarmNode>>> {
  const node = await startSwarmNode(init)
  nodes.push(node)
  return node
}

afterEach(async () => {
  await Promise.all(
    nodes.splice(0).map(async ({ node }) => {
      await node.stop()
    })
  )
})

const OFFLINE = "this action must be run in online mode, try running 'ipfs daemon' first"
const MISSING = 'bafkreiemqpndzewx4bioklzfvhtiegsfny5fxuc3nkjk2vmcpjxiammsti'

test('a setting disconnects the node at once, and connects it again', async () => {
  const there = await start()
  const here = await start({ isOff: (config) => !mayUseHttp(config) })
  await here.node.services.start()
  const connect = async (): Promise<unknown[]> => (await here.rpc(`swarm/connect?arg=${there.addresses[0]}`)).lines
  expect(await connect()).toMatchObject([{ Strings: [expect.stringContaining('success')] }])
  const waiting = here.rpc(`block/get?arg=${MISSING}`)

  await here.rpc('config?arg=HTTPRetrieval.Enabled&arg=false&bool=true')
  await expect.poll(() => there.node.swarm?.opened?.connections()).toEqual([])
  expect((await waiting).status).toBe(500)
  expect(await connect()).toMatchObject([{ Message: expect.stringContaining(OFFLINE) as string }])
  expect((await here.rpc('swarm/peers')).lines).toMatchObject([{ Message: OFFLINE }])
  expect((await here.rpc(`block/get?arg=${MISSING}`)).lines).toMatchObject([{
    Message: expect.stringContaining('block was not found locally (offline)') as string
  }])
  expect((await here.rpc('id')).lines).toMatchObject([{ Addresses: null }])
  expect(here.node.online).toBe(false)

  await here.rpc('config?arg=HTTPRetrieval.Enabled&arg=true&bool=true')
  await expect.poll(() => here.node.swarm?.opened).toBeDefined()
  expect(await connect()).toMatchObject([{ Strings: [expect.stringContaining('success')] }])
})

test('a subscription continues when the node is online again, and ends if pubsub is then disabled', async () => {
  const there = await start({ config: { 'Pubsub.Enabled': true } })
  const here = await start({ config: { 'Pubsub.Enabled': true }, isOff: (config) => !mayUseHttp(config) })
  await here.node.services.start()
  const topic = `u${Buffer.from('us').toString('base64url')}`
  const reader = (await here.open(`pubsub/sub?arg=${topic}`)).body!.getReader()
  const publish = async (data: string): Promise<void> => {
    await there.rpc(`pubsub/pub?arg=${topic}`, { body: formOf(data) })
  }
  const heard = async (): Promise<string> =>
    atob((JSON.parse(new TextDecoder().decode((await reader.read()).value)) as { data: string }).data.slice(1))
  const meet = async (): Promise<void> => {
    await here.rpc(`swarm/connect?arg=${there.addresses[0]}`)
    await expect.poll(async () => (await there.rpc(`pubsub/peers?arg=${topic}`)).lines).toEqual([{
      Strings: [String(here.node.identity.peerId)]
    }])
  }
  const turn = async (on: boolean): Promise<void> => {
    await here.rpc(`config?arg=HTTPRetrieval.Enabled&arg=${on}&bool=true`)
    // It takes effect a moment later.
    await (on
      ? expect.poll(() => here.node.swarm?.opened).toBeDefined()
      : expect.poll(() => there.node.swarm?.opened?.connections()).toEqual([]))
  }

  await meet()
  await publish('before')
  expect(await heard()).toBe('before')

  await turn(false)
  await turn(true)
  expect((await here.rpc('pubsub/ls')).lines).toEqual([{ Strings: [topic] }])
  await meet()
  await publish('after')
  expect(await heard()).toBe('after')

  await turn(false)
  await here.rpc('config?arg=Pubsub.Enabled&arg=false&bool=true')
  await turn(true)
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('experimental pubsub feature not enabled')
})

function formOf (data: string): FormData {
  const form = new FormData()
  form.append('data', new Blob([data]))
  return form
}

test('a node that starts offline connects to no peer', async () => {
  const there = await start()
  const here = await start({ isOff: (config) => !mayUseHttp(config) })
  await here.rpc(`bootstrap/add?arg=${there.addresses[0]}`)
  await here.rpc('config?arg=HTTPRetrieval.Enabled&arg=false&bool=true')
  await here.node.services.start()
  expect(here.node.swarm).toBeUndefined()
  expect((await here.rpc('swarm/peers')).lines).toMatchObject([{ Message: OFFLINE }])
  // By this ipfs-webui detects whether a node is running.
  expect((await here.rpc('stats/bw')).lines).toEqual([{ TotalIn: 0, TotalOut: 0, RateIn: 0, RateOut: 0 }])
  expect(there.node.swarm?.opened?.connections()).toEqual([])
})
