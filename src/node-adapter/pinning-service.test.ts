import { MemoryDatastore } from 'datastore-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '../config/values/config.ts'
import type { PinStatus } from '../pinning-service/pin-status.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { startNode } from './start.ts'
import type { StartedNode, StartOptions } from './start.ts'

const TOKEN = 'a-token-of-some-length'
const ALONE: Record<string, Json> = { Bootstrap: [], 'Routing.Type': 'none', 'AutoConf.Enabled': false }

const started: StartedNode[] = []

afterEach(async () => {
  for (const one of started.splice(0)) {
    await one.close()
    await one.node.stop()
  }
})

async function start (options: StartOptions = {}): Promise<StartedNode> {
  const one = await startNode({ ...options, config: { ...ALONE, ...options.config } })
  started.push(one)
  return one
}

async function rpc ({ rpcPort }: StartedNode, target: string, body?: FormData): Promise<unknown[]> {
  const response = await fetch(`http://127.0.0.1:${rpcPort}/api/v0/${target}`, { method: 'POST', body })
  const text = await response.text()
  return text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as unknown)
}

async function psa (
  { rpcPort }: StartedNode,
  method: string,
  path: string,
  body?: unknown,
  token = TOKEN
): Promise<Response> {
  return await fetch(`http://127.0.0.1:${rpcPort}/psa${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...body == null ? {} : { body: JSON.stringify(body) }
  })
}

/**
 * Adds a file.
 *
 * @returns its CID
 */
async function addFile (node: StartedNode, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'f')
  return ((await rpc(node, 'add?cid-version=1', form)).at(-1) as { Hash: string }).Hash
}

function content (seed: number, bytes = 3_000_000): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes).map((_, i) => i * 7 + (i >> 11) + seed)
}

async function addresses (node: StartedNode): Promise<string[]> {
  return (await node.node.swarm!.get()).addresses().map((address) => `${address}/p2p/${node.node.identity.peerId}`)
}

async function pinned (node: StartedNode, cid: string): Promise<boolean> {
  const [{ Keys }] = await rpc(node, 'pin/ls?type=recursive') as [{ Keys: Record<string, unknown> }]
  return Object.hasOwn(Keys, cid)
}

async function until (home: StartedNode, id: string, wanted: string): Promise<PinStatus> {
  await expect.poll(async () => (await (await psa(home, 'GET', `/pins/${id}`)).json() as PinStatus).status).toBe(wanted)
  return await (await psa(home, 'GET', `/pins/${id}`)).json() as PinStatus
}

describe('a pinning service', () => {
  it('pins the content of another node, by the commands of that node', async () => {
    const [home, owner] = [await start({ psaToken: TOKEN }), await start()]
    const cid = await addFile(owner, content(1))
    expect(await rpc(owner, `pin/remote/service/add?arg=home&arg=http://127.0.0.1:${home.rpcPort}/psa&arg=${TOKEN}`))
      .toEqual([])

    expect(await rpc(owner, `pin/remote/add?arg=${cid}&service=home&name=film`)).toEqual([{
      Status: 'pinned',
      Cid: cid,
      Name: 'film'
    }])
    expect(await pinned(home, cid)).toBe(true)
    await owner.close()
    await owner.node.stop()
    const got = await fetch(`http://127.0.0.1:${home.gatewayPort}/ipfs/${cid}`)
    expect(Buffer.compare(new Uint8Array(await got.arrayBuffer()), content(1))).toBe(0)
  })

  it('pins in the background, lists and removes', async () => {
    const [home, owner] = [await start({ psaToken: TOKEN }), await start()]
    const cids = [await addFile(owner, content(1)), await addFile(owner, content(2))]
    await rpc(owner, `pin/remote/service/add?arg=home&arg=http://127.0.0.1:${home.rpcPort}/psa&arg=${TOKEN}`)

    for (const [i, cid] of cids.entries()) {
      expect(await rpc(owner, `pin/remote/add?arg=${cid}&service=home&name=n${i}&background=true`)).toMatchObject([{
        Cid: cid,
        Status: expect.stringMatching(/queued|pinning|pinned/) as string
      }])
    }

    const ls = async (query: string): Promise<unknown[]> => await rpc(owner, `pin/remote/ls?service=home${query}`)
    await expect.poll(async () => (await ls('')).length).toBe(2)
    expect(await ls('')).toEqual([{ Status: 'pinned', Cid: cids[1], Name: 'n1' }, {
      Status: 'pinned',
      Cid: cids[0],
      Name: 'n0'
    }])
    expect(await ls('&name=n0')).toEqual([{ Status: 'pinned', Cid: cids[0], Name: 'n0' }])
    expect(await ls(`&cid=${cids[1]}`)).toEqual([{ Status: 'pinned', Cid: cids[1], Name: 'n1' }])
    expect(await ls('&status=failed&status=queued')).toEqual([])
    expect(await rpc(owner, 'pin/remote/service/ls?stat=true')).toMatchObject([{
      RemoteServices: [{
        Service: 'home',
        Stat: { Status: 'valid', PinCount: { Queued: 0, Pinning: 0, Pinned: 2, Failed: 0 } }
      }]
    }])

    await rpc(owner, 'pin/remote/rm?service=home&name=n0')
    expect(await ls('')).toEqual([{ Status: 'pinned', Cid: cids[1], Name: 'n1' }])
    expect([await pinned(home, cids[0]), await pinned(home, cids[1])]).toEqual([false, true])
    await rpc(owner, 'pin/remote/rm?service=home&force=true')
    expect(await pinned(home, cids[1])).toBe(false)
  })

  it('dials the given origins', async () => {
    const [home, owner] = [await start({ psaToken: TOKEN }), await start()]
    const cid = await addFile(owner, content(3))
    const { requestid } = await (await psa(home, 'POST', '/pins', {
      cid,
      origins: ['/ip4/127.0.0.1/tcp/1', '/dns4/nobody.invalid/tcp/443/tls/http', ...await addresses(owner)]
    })).json() as PinStatus
    await until(home, requestid, 'pinned')
  })

  it('returns its own addresses, so that providers can dial it', async () => {
    const [home, owner] = [await start({ psaToken: TOKEN }), await start()]
    const cid = await addFile(owner, content(4))
    const { requestid, delegates } = await (await psa(home, 'POST', '/pins', { cid })).json() as PinStatus
    expect([...delegates].sort()).toEqual((await addresses(home)).sort())
    await until(home, requestid, 'pinning')
    await rpc(owner, `swarm/connect?${delegates.map((address) => `arg=${encodeURIComponent(address)}`).join('&')}`)
    await until(home, requestid, 'pinned')
  })

  it('resumes its work after a restart', async () => {
    const store = new MemoryBlockstore()
    const repo = { openBlockstore: async () => store, datastore: new MemoryDatastore() }
    const first = await start({ psaToken: TOKEN, repo })
    const owner = await start()
    const cid = await addFile(owner, content(5))
    // Some of its blocks are stored here.
    const [, ...blocks] = await rpc(owner, `refs?arg=${cid}&recursive=true`) as Array<{ Ref: string }>
    for (const { Ref } of blocks.slice(0, 5)) {
      const bytes =
        await (await fetch(`http://127.0.0.1:${owner.rpcPort}/api/v0/block/get?arg=${Ref}`, { method: 'POST' }))
          .arrayBuffer()
      const form = new FormData()
      form.append('data', new Blob([bytes]))
      await rpc(first, 'block/put?cid-codec=raw', form)
    }

    // Its owner is down: the address is unused now.
    const added = await (await psa(first, 'POST', '/pins', { cid, name: 'cut', origins: await addresses(owner) }))
      .json() as PinStatus
    await first.close()
    await first.node.stop()

    const next = await start({ psaToken: TOKEN, repo })
    const { status, pin, created } = await until(next, added.requestid, 'pinned')
    expect({ status, pin, created }).toEqual({ status: 'pinned', pin: added.pin, created: added.created })
    expect(await pinned(next, cid)).toBe(true)
  })

  it('needs its token, and exists only if one is configured', async () => {
    const home = await start({ psaToken: TOKEN, offline: true })
    expect((await psa(home, 'GET', '/pins', undefined, 'wrong')).status).toBe(401)
    expect(await (await psa(home, 'GET', '/pins')).json()).toEqual({ count: 0, results: [] })
    expect((await psa(await start({ offline: true }), 'GET', '/pins')).status).toBe(404)
  })

  it('refuses a too large body, and accepts the next request', async () => {
    const home = await start({ psaToken: TOKEN, offline: true })
    expect((await psa(home, 'POST', '/pins', { cid: 'x'.repeat(4_000_000) })).status).toBe(413)
    expect((await psa(home, 'GET', '/pins')).status).toBe(200)
  })
})
