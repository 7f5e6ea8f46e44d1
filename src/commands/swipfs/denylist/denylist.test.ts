import { MemoryDatastore } from 'datastore-core'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { afterEach, describe, expect, it } from 'vitest'
import { NoPeersExchange } from '../../../blocks/exchange/no-peers-exchange.ts'
import { hashSync } from '../../../cid/hash/hash.ts'
import { handleGateway } from '../../../gateway/handler/handler.ts'
import { localGateway } from '../../../gateway/local/local-gateway.ts'
import { ipnsNameText } from '../../../names/record/ipns-name.ts'
import { parsePath } from '../../../path/content-path.ts'
import type { Blockstore } from '../../../store/blockstore/blockstore.ts'
import { DagBuilder } from '../../../testing/dag/dag-builder.ts'
import { DENYLIST_VECTORS, VECTOR_LIST } from '../../../testing/dag/denylist-vectors.ts'
import { TestNode } from '../../../testing/test-node.ts'
import type { TestAnswer } from '../../../testing/test-node.ts'

let stop: Array<() => Promise<void>> = []

afterEach(async () => {
  for (const end of stop.reverse()) {
    await end()
  }
  stop = []
})

interface Fixture {
  app: TestNode
  dag: DagBuilder
  /** a directory with a file, and a directory that has the file too */
  cids: { file: CID; sub: CID; root: CID }
  add: (text: string, query?: string) => Promise<TestAnswer>
  get: (path: string, init?: RequestInit) => Promise<[status: number, text: string]>
}

async function fixture (datastore = new MemoryDatastore(), dag = new DagBuilder()): Promise<Fixture> {
  const app = await TestNode.start({ blockstore: dag.store, datastore })
  stop.push(async () => {
    await app.node.stop()
  })
  const file = (await dag.raw('secret text')).cid
  const sub = await dag.directory({ file })
  const root = await dag.directory({ sub, other: (await dag.raw('other')).cid })

  return {
    app,
    dag,
    cids: { file, sub, root },
    async add (text, query = 'arg=test') {
      const body = new FormData()
      body.append('file', new Blob([text]), 'list.deny')
      return await app.rpc(`swipfs/denylist/add?${query}`, { body })
    },
    async get (path, init) {
      const response = await handleGateway(
        new Request(`http://node.localhost:4173${path}`, init),
        localGateway(app.node)
      )
      return [response.status, await response.text()]
    }
  }
}

describe('the published examples', () => {
  it('are decided by check, with the line of the rule', async () => {
    const { app, add } = await fixture()
    expect((await add(VECTOR_LIST)).lines).toMatchObject([{ Title: 'Published examples', Invalid: 0 }])

    for (const { path, isBlocked } of DENYLIST_VECTORS) {
      const { lines: [verdict] } = await app.rpc(`swipfs/denylist/check?arg=${encodeURIComponent(path)}`)
      expect(verdict, path).toMatchObject({ Blocked: isBlocked })
    }

    const lines = VECTOR_LIST.split('\n')
    const rule = '/ipns/domain2.example/path'
    expect((await app.rpc(`swipfs/denylist/check?arg=${rule}`)).lines).toEqual([{
      Path: rule,
      Blocked: true,
      Status: 410,
      Rule: rule,
      List: 'test',
      Line: lines.indexOf(rule) + 1
    }])
  })
})

describe('blocked content', () => {
  it('is answered with 410 by the gateway, in every form, and the answer names the list', async () => {
    const { add, get, cids: { file, root } } = await fixture()
    await add(`/ipfs/${file}\n`)
    const asV0 = CID.createV1(0x70, file.multihash)

    for (
      const path of [
        `/ipfs/${file}`,
        `/ipfs/${asV0}`,
        `/ipfs/${root}/sub/file`,
        `/ipfs/${file}?format=raw`,
        `/ipfs/${file}?format=car`,
        `/ipfs/${file}?format=tar`
      ]
    ) {
      const [status, text] = await get(path)
      expect([status, text], path).toEqual([
        410,
        expect.stringMatching(/is blocked and cannot be provided \(denylist test\)\n$/)
      ])
    }

    expect((await get(`/ipfs/${file}`, { method: 'HEAD' }))[0]).toBe(410)
    expect((await get(`/ipfs/${file}`, { headers: { 'If-None-Match': `"${file}"` } }))[0]).toBe(410)
    expect((await get(`/ipfs/${file}`, { headers: { 'Cache-Control': 'only-if-cached' } }))[0]).toBe(412)
    expect(await get(`/ipfs/${root}/other`)).toEqual([200, 'other'])
    const page = await get(`/ipfs/${file}`, { headers: { Accept: 'text/html' } })
    expect(page[1]).toContain('denylist test')
  })

  it('has the status of a hint of the list, or of the rule', async () => {
    const { add, get, cids: { file, sub } } = await fixture()
    await add(`hints:\n  gateway_status: 451\n---\n/ipfs/${file}\n/ipfs/${sub} gateway_status=403\n`)
    expect((await get(`/ipfs/${file}`))[0]).toBe(451)
    expect((await get(`/ipfs/${sub}`))[0]).toBe(403)
    await add(`/ipfs/${file} gateway_status:200\n`)
    expect((await get(`/ipfs/${file}`))[0]).toBe(410)
  })

  it.each(['cat', 'block/get', 'block/stat', 'dag/get', 'dag/export', 'dag/stat', 'ls', 'get', 'refs', 'pin/add'])(
    'is an error of %s, with the text of Kubo',
    async (command) => {
      const { app, add, cids: { file, sub, root } } = await fixture()
      await add(`/ipfs/${file}\n/ipfs/${root}/sub\n`)

      for (const [path, blocked] of [[`/ipfs/${file}`, `/ipfs/${file}`], [`/ipfs/${root}/sub`, `/ipfs/${root}/sub`]]) {
        const { text, trailer } = await app.rpc(`${command}?arg=${path}`)
        expect(`${text}${trailer}`, path).toContain(`${blocked} is blocked and cannot be provided`)
      }

      // A rule for a block also counts below a parent (Kubo: only if the command reads the block by its CID).
      const { text, trailer } = await app.rpc(`${command}?arg=/ipfs/${sub}/file`)
      expect(`${text}${trailer}`).toContain(`${file} is blocked and cannot be provided`)
      expect((await app.rpc(`block/stat?arg=${sub}`)).status).toBe(200)
    }
  )

  it('is missing for peers and exchanges, which do not even request it', async () => {
    const dag = new DagBuilder()
    const { cid } = await dag.raw('secret text')
    const absent = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')
    const seen: Array<Pick<Blockstore, 'size'>> = []
    const wanted: string[] = []
    const app = await TestNode.start({
      blockstore: dag.store,
      exchange: ({ blockstore }) => {
        seen.push(blockstore)
        return Object.assign(new NoPeersExchange(), {
          session: () => ({
            get: async (cid: CID) => {
              wanted.push(cid.toString())
              return await Promise.reject(new Error('no peer has it'))
            }
          })
        })
      },
      openSwarm: async ({ blockstore }) => {
        seen.push(blockstore)
        return await Promise.reject(new Error('no swarm'))
      }
    })
    stop.push(async () => {
      await app.node.stop()
    })
    await app.node.swarm?.get().catch(() => {})
    expect(await Promise.all(seen.map(async (blocks) => await blocks.size(cid)))).toEqual([11, 11])
    const body = new FormData()
    body.append('file', new Blob([`/ipfs/${cid}\n/ipfs/${absent}\n`]))
    await app.rpc('swipfs/denylist/add?arg=test', { body })
    expect(await Promise.all(seen.map(async (blocks) => await blocks.size(cid)))).toEqual([undefined, undefined])
    expect((await app.rpc(`cat?arg=${absent}`)).text).toContain('is blocked and cannot be provided')
    expect(wanted).toEqual([])
  })

  it('is not stored by block/put', async () => {
    const { app, add } = await fixture()
    await add('/ipfs/bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e\n')
    const body = new FormData()
    body.append('file', new Blob(['hello world']))
    expect((await app.rpc('block/put', { body })).text).toContain(
      'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e is blocked and cannot be provided'
    )
  })

  it('is answered with 410 on hosts of blocked names', async () => {
    const { add, app } = await fixture()
    await add('/ipns/blocked-dnslink.example.com/*\n/ipns/whole.example.com*\n/ipns/whole.example.com\n')
    await app.node.config.set('Gateway.PublicGateways', {
      'gateway.test': { Paths: ['/ipfs', '/ipns'], UseSubdomains: true, InlineDNSLink: true }
    })
    const ask = async (host: string): Promise<number> =>
      (await handleGateway(new Request(`http://${host}/`), localGateway(app.node), { host })).status
    expect(await ask('blocked--dnslink-example-com.ipns.gateway.test')).toBe(410)
    expect(await ask('blocked-dnslink.example.com')).toBe(410)
  })

  it('breaks answers that contain it, before its first byte', async () => {
    const { dag, add, get, app } = await fixture()
    const parts = [await dag.raw('one'), await dag.raw('two')]
    const { cid } = await dag.file(parts)
    await add(`/ipfs/${parts[1].cid}\n`)
    expect((await get(`/ipfs/${cid}?filename=a.txt`))[0]).toBe(410)
    const { text, trailer } = await app.rpc(`cat?arg=${cid}`)
    expect(text).not.toContain('two')
    expect(`${text}${trailer}`).toContain(`${parts[1].cid} is blocked and cannot be provided`)
  })

  it('is blocked by a path below any block on the way, and by names', async () => {
    const { app, add, get, cids: { file, sub, root } } = await fixture()
    await add(`/ipfs/${sub}/fi*\n/ipns/bad.example\n`)
    expect((await get(`/ipfs/${root}/sub/file`))[0]).toBe(410)
    expect((await get(`/ipfs/${file}`))[0]).toBe(200)
    expect((await get('/ipns/bad.example/any'))[0]).not.toBe(410)
    expect((await get('/ipns/bad.example'))[0]).toBe(410)

    const key = await app.node.keys.privateKey('self')
    await app.node.names.publish(key, parsePath(`/ipfs/${root}`), {
      lifetimeMs: 1e7,
      ttlNs: 0n,
      v1compat: true,
      offline: true,
      signal: new AbortController().signal
    })
    const name = ipnsNameText(key.publicKey.toMultihash())
    expect((await get(`/ipns/${name}/sub/file`))[0]).toBe(410)
    expect((await get(`/ipns/${name}/other`))[0]).toBe(200)
    await add(`/ipns/${key.publicKey.toString()}/*\n`)
    expect((await get(`/ipns/${name}/other`))[0]).toBe(410)
    expect((await get(`/ipns/${name}?format=ipns-record`))[0]).toBe(410)
    const { text } = await app.rpc(`name/resolve?arg=${name}`)
    expect(text).toContain('is blocked and cannot be provided')
  })

  it('is blocked as the index page of a directory', async () => {
    const { add, dag, get } = await fixture()
    const site = await dag.directory({ 'index.html': (await dag.raw('home')).cid })
    const root = await dag.directory({ site })
    expect(await get(`/ipfs/${root}/site/`)).toEqual([200, 'home'])

    for (const rule of [`/ipfs/${root}/site/index.html`, `/ipfs/${site}/index.html`]) {
      await add(`${rule}\n`)
      expect((await get(`/ipfs/${root}/site/`))[0], rule).toBe(410)
    }
  })

  it('is available again when its list is removed', async () => {
    const { app, add, get, cids: { file } } = await fixture()
    await add(`/ipfs/${file}\n`)
    expect((await app.rpc('swipfs/denylist/rm?arg=test')).lines).toEqual([{ Name: 'test', Found: true }])
    expect(await get(`/ipfs/${file}`)).toEqual([200, 'secret text'])
    expect((await app.rpc('swipfs/denylist/rm?arg=test')).lines).toEqual([{ Name: 'test', Found: false }])
  })

  it('stays in the store: garbage collection keeps its pins', async () => {
    const { app, add, cids: { file, root } } = await fixture()
    await app.rpc(`pin/add?arg=${root}`)
    await add(`/ipfs/${file}\n`)
    expect((await app.rpc('repo/gc')).status).toBe(200)
    expect(await app.node.blockstore.has(file)).toBe(true)
    expect((await app.rpc('pin/ls?type=all')).text).toContain(file.toString())
  })
})

describe('lists', () => {
  it('decide in the order of their names, and exceptions too', async () => {
    const { app, add, get, cids: { file } } = await fixture()
    await add(`/ipfs/${file}\n`, 'arg=a')
    await add(`!/ipfs/${file}\n`, 'arg=b')
    expect((await get(`/ipfs/${file}`))[0]).toBe(200)
    expect((await app.rpc(`swipfs/denylist/check?arg=${file}`)).lines).toMatchObject([{
      Blocked: false,
      List: 'b',
      Line: 1,
      Rule: `!/ipfs/${file}`
    }])
    await add(`/ipfs/${file}\n`, 'arg=c')
    expect((await get(`/ipfs/${file}`))[0]).toBe(410)
  })

  it('survive a restart, before the first content is read', async () => {
    const datastore = new MemoryDatastore()
    const first = await fixture(datastore)
    await first.add(`/ipfs/${first.cids.file}\n`)
    const { app, get, cids: { file } } = await fixture(datastore, first.dag)
    expect((await get(`/ipfs/${file}`))[0]).toBe(410)
    expect((await app.rpc('swipfs/denylist/ls')).lines).toMatchObject([{ Name: 'test', Rules: 1, Source: '' }])
  })

  it('are checked along local paths, and name the rule', async () => {
    const { app, add, cids: { file, root } } = await fixture()
    const hashed = base58btc.baseEncode(
      hashSync(new TextEncoder().encode(base58btc.baseEncode(file.multihash.bytes))).bytes
    )
    await add(`# first\n\n//${hashed}\n`)
    expect((await app.rpc(`swipfs/denylist/check?arg=/ipfs/${root}/sub/file`)).lines).toMatchObject([{
      Blocked: true,
      List: 'test',
      Line: 3,
      Rule: `//${hashed}`
    }])
    expect((await app.rpc(`swipfs/denylist/check?arg=/ipfs/${root}`)).lines).toEqual([{
      Path: `/ipfs/${root}`,
      Blocked: false
    }])
  })
})
