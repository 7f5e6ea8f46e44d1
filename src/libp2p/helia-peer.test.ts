import { multiaddr } from '@multiformats/multiaddr'
import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startHeliaPeer } from '../testing/peers/helia-peer.ts'
import type { HeliaPeer } from '../testing/peers/helia-peer.ts'
import { startSwarmNode } from '../testing/peers/swarm-node.ts'

/** Timeout of several MiB on a busy machine. */
const LIMIT_MS = 60_000

const BIG_BYTES = 6 * 1024 * 1024
const TOPIC = 'with Helia'
const ARG = `u${Buffer.from(TOPIC).toString('base64url')}`

let helia: HeliaPeer
let node: Awaited<ReturnType<typeof startSwarmNode>>

beforeEach(async () => {
  helia = await startHeliaPeer()
  node = await startSwarmNode({ config: { 'Pubsub.Enabled': true, 'Ipns.UsePubsub': true } })
})

afterEach(async () => {
  await helia.stop()
  await node.node.stop()
})

function bytesOf (length: number, seed: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 9) + seed) % 251)
}

const FOLDER = [['big', bytesOf(BIG_BYTES, 1)], ['small', bytesOf(10, 2)], [
  'below/other',
  bytesOf(300_000, 3)
]] as const

async function add (): Promise<string> {
  const form = new FormData()
  FOLDER.forEach(([path, bytes]) => {
    form.append('file', new Blob([bytes]), `folder/${path}`)
  })
  return ((await node.rpc('add?cid-version=1&quiet=true', { body: form })).lines.at(-1) as { Hash: string }).Hash
}

async function connect (kind: RegExp): Promise<void> {
  const address = helia.addresses.find((address) => kind.test(address)) ?? ''
  expect((await node.rpc(`swarm/connect?arg=${address}`)).lines).toEqual([{
    Strings: [`connect ${helia.helia.libp2p.peerId} success`]
  }])
}

/** Returns the bytes of a file that Helia fetches from any peer. */
async function got (cid: string, path: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of helia.files.cat(CID.parse(cid), { path, signal: AbortSignal.timeout(LIMIT_MS) })) {
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

describe.each([['TCP', /\/tcp\/\d+\/p2p/], ['WebSockets', /\/ws\/p2p/]])('a Helia node over %s', (_, kind) => {
  test('sends a folder with a large file, each block once', async () => {
    let root = CID.parse('bafkqaaa')
    for await (
      const entry of helia.files.addAll(FOLDER.map(([path, content]) => ({ path: `folder/${path}`, content })))
    ) {
      root = entry.cid
    }
    await connect(kind)

    for (const [path, bytes] of FOLDER) {
      const answer = await node.open(`cat?arg=${root}/${path}&timeout=60s`)
      expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), bytes)).toBe(0)
    }

    expect((await node.rpc(`pin/add?arg=${root}&timeout=60s`)).lines).toEqual([{ Pins: [root.toString()] }])
    expect((await node.rpc('bitswap/stat')).lines).toMatchObject([{ DupBlksReceived: 0 }])
  }, LIMIT_MS)

  test('receives a folder with a large file, dialled from here', async () => {
    const root = await add()
    await connect(kind)
    for (const [path, bytes] of FOLDER) {
      expect(Buffer.compare(await got(root, path), bytes)).toBe(0)
    }
  }, LIMIT_MS)

  test('receives local blocks and sends its own, dialled from there', async () => {
    const root = await add()
    await helia.helia.libp2p.dial(multiaddr(node.addresses.find((address) => kind.test(address))))
    expect(Buffer.compare(await got(root, 'below/other'), FOLDER[2][1])).toBe(0)
    const theirs = await helia.files.addBytes(bytesOf(1000, 9))
    expect(
      Buffer.compare(
        Buffer.from(await (await node.open(`cat?arg=${theirs}&timeout=60s`)).arrayBuffer()),
        bytesOf(1000, 9)
      )
    ).toBe(0)
  }, LIMIT_MS)
})

test('pubsub messages are sent in both directions', async () => {
  await connect(/\/ws\/p2p/)
  const heard: string[] = []
  helia.pubsub.addEventListener('message', ({ detail: { data, topic } }) => {
    if (topic === TOPIC) {
      heard.push(new TextDecoder().decode(data))
    }
  })
  helia.pubsub.subscribe(TOPIC)
  const reader = (await node.open(`pubsub/sub?arg=${ARG}`)).body!.getReader()
  await expect.poll(async () => (await node.rpc(`pubsub/peers?arg=${ARG}`)).lines).toEqual([{
    Strings: [helia.helia.libp2p.peerId.toString()]
  }])
  const form = new FormData()
  form.append('data', new Blob(['from here']), 'd')
  await node.rpc(`pubsub/pub?arg=${ARG}`, { body: form })
  await expect.poll(() => heard).toEqual(['from here'])

  await expect.poll(() => helia.pubsub.getSubscribers(TOPIC).length).toBe(1)
  await helia.pubsub.publish(TOPIC, new TextEncoder().encode('from Helia'))
  let text = ''
  while (!text.includes(`u${Buffer.from('from Helia').toString('base64url')}`)) {
    text += new TextDecoder().decode((await reader.read()).value)
  }
  await reader.cancel()
}, LIMIT_MS)

test('names that one publishes are resolved by the other over pubsub', async () => {
  await connect(/\/ws\/p2p/)
  const root = await add()
  const { Name } = (await node.rpc(`name/publish?arg=/ipfs/${root}`)).lines[0] as { Name: string }

  // A lookup of a name subscribes to it.
  const follow = async (): Promise<string> => {
    await node.rpc(`name/publish?arg=/ipfs/${root}`)
    for await (
      const { record } of helia.names.resolve(CID.parse(Name, base36), {
        nocache: true,
        signal: AbortSignal.timeout(2000)
      })
    ) {
      return new TextDecoder().decode(record.value)
    }
    return ''
  }

  await expect.poll(async () => await follow().catch(() => ''), { timeout: LIMIT_MS }).toContain(root)

  const theirs = await helia.files.addBytes(bytesOf(1000, 5))
  const { publicKey } = await helia.names.publish('key', theirs)
  const name = publicKey.toCID().toString(base36)
  void node.rpc(`name/resolve?arg=${name}&timeout=2s`)

  await expect.poll(async () => {
    await helia.names.publish('key', theirs)
    return (await node.rpc(`name/resolve?arg=${name}&timeout=2s`)).lines
  }, { timeout: LIMIT_MS }).toEqual([{ Path: `/ipfs/${theirs}` }])
}, 2 * LIMIT_MS)
