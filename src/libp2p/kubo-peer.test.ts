import { afterAll, beforeAll, expect, test } from 'vitest'
import { startKubo } from '../../bench/tools/targets.mjs'
import { startSwarmNode } from '../testing/peers/swarm-node.ts'

const TOPIC = 'ua3Vibw'
const DAEMON_MS = 120_000
const NO_KUBO = 'KUBO_BIN names no Kubo'

/** A real daemon, if `KUBO_BIN` names one. */
const kubo = await startKubo('http://127.0.0.1', { peer: true })
let node: Awaited<ReturnType<typeof startSwarmNode>>

beforeAll(async () => {
  node = await startSwarmNode({
    config: {
      'Pubsub.Enabled': true,
      'Ipns.UsePubsub': true,
      'Routing.Type': 'dht',
      'Routing.LoopbackAddressesOnLanDHT': true
    }
  })
}, DAEMON_MS)

afterAll(async () => {
  await node.node.stop()
  await kubo?.stop()
}, DAEMON_MS)

async function ask<T> (target: string, text?: string): Promise<T> {
  const body = new FormData()
  if (text != null) {
    body.append('file', new Blob([text]), 'f')
  }
  const answer = await fetch(`${kubo?.rpc}/api/v0/${target}`, { method: 'POST', ...text == null ? {} : { body } })
  return JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? '') as T
}

async function add (text: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([text]), 'f')
  return ((await node.rpc('add?cid-version=1', { body })).lines[0] as { Hash: string }).Hash
}

test.for([['TCP', /\/tcp\/\d+\/p2p/], ['WebSockets', /\/ws\/p2p/]] as const)(
  'a Kubo daemon is connected by %s, and blocks are sent in both directions',
  async ([name, kind], { skip }) => {
    skip(kubo == null, NO_KUBO)
    const { ID, Addresses } = await ask<{ ID: string; Addresses: string[] }>('id')
    await node.rpc(`swarm/disconnect?arg=/p2p/${ID}`)
    expect((await node.rpc(`swarm/connect?arg=${Addresses.find((address) => kind.test(address))}`)).lines).toEqual([{
      Strings: [`connect ${ID} success`]
    }])
    const { Hash } = await ask<{ Hash: string }>('add', `from Kubo by ${name}`)
    expect((await node.rpc(`cat?arg=${Hash}&timeout=60s`)).text).toBe(`from Kubo by ${name}`)
    const ours = await add(`from here by ${name}`)
    expect(await (await fetch(`${kubo?.rpc}/api/v0/cat?arg=${ours}&timeout=60s`, { method: 'POST' })).text()).toBe(
      `from here by ${name}`
    )
  }
)

test('pubsub messages are sent in both directions', async ({ skip }) => {
  skip(kubo == null, NO_KUBO)
  const { ID, Addresses } = await ask<{ ID: string; Addresses: string[] }>('id')
  await node.rpc(`swarm/connect?arg=${Addresses[0]}`)
  const theirs = (await fetch(`${kubo?.rpc}/api/v0/pubsub/sub?arg=${TOPIC}`, { method: 'POST' })).body!.getReader()
  const ours = (await node.open(`pubsub/sub?arg=${TOPIC}`)).body!.getReader()
  await expect.poll(async () =>
    ((await node.rpc(`pubsub/peers?arg=${TOPIC}`)).lines[0] as { Strings: string[] }).Strings
  ).toEqual([ID])
  const body = new FormData()
  body.append('data', new Blob(['from here']), 'd')
  await node.rpc(`pubsub/pub?arg=${TOPIC}`, { body })
  expect(new TextDecoder().decode((await theirs.read()).value)).toContain(
    `u${Buffer.from('from here').toString('base64url')}`
  )
  const form = new FormData()
  form.append('data', new Blob(['from Kubo']), 'd')
  await fetch(`${kubo?.rpc}/api/v0/pubsub/pub?arg=${TOPIC}`, { method: 'POST', body: form })
  let heard = ''
  while (!heard.includes(`u${Buffer.from('from Kubo').toString('base64url')}`)) {
    heard += new TextDecoder().decode((await ours.read()).value)
  }
  await Promise.all([theirs.cancel(), ours.cancel()])
})

test('names are sent in both directions', async ({ skip }) => {
  skip(kubo == null, NO_KUBO)
  const { Addresses } = await ask<{ Addresses: string[] }>('id')
  await node.rpc(`swarm/connect?arg=${Addresses[0]}`)
  const ours = (await node.rpc(`name/publish?arg=/ipfs/${await add('a name from here')}`)).lines[0] as {
    Name: string
    Value: string
  }
  expect(await ask(`name/resolve?arg=${ours.Name}&nocache=true&timeout=60s`)).toEqual({ Path: ours.Value })
  const { Hash } = await ask<{ Hash: string }>('add', 'a name from Kubo')
  const theirs = await ask<{ Name: string }>(`name/publish?arg=/ipfs/${Hash}&allow-offline=true`)
  expect((await node.rpc(`name/resolve?arg=${theirs.Name}&nocache=true&timeout=60s`)).lines).toEqual([{
    Path: `/ipfs/${Hash}`
  }])
})
