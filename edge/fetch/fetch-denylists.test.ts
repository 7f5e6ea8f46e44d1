import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from '../../src/testing/http/http-fixtures.ts'
import type { TestServer } from '../../src/testing/http/http-fixtures.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import { CountedEdge } from '../testing/counted-edge.ts'
import { hasEngine } from '../testing/has-engine.ts'
import { noiseBytes } from '../testing/noise-bytes.ts'
import { upload } from '../testing/upload.ts'

const HOOK_MS = 120_000

describe('denylists of fetched content', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let state = ''
  let edge: CountedEdge
  let owner: TestNode
  let gateway: TestServer

  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), 'swipfs-edge-'))
    owner = await TestNode.start()
    gateway = await startGateway(owner.node.blockstore)
    edge = await CountedEdge.start({
      state,
      fetches: true,
      bindings: {
        CONFIG: JSON.stringify({
          Bootstrap: [],
          'Routing.Type': 'none',
          'HTTPRetrieval.Gateways': [gateway.url],
          'HTTPRetrieval.Allowlist': ['127.0.0.1']
        })
      }
    })
  }, HOOK_MS)

  afterAll(async () => {
    await Promise.all([edge.close(), gateway.close(), owner.node.stop()])
    await rm(state, { recursive: true, force: true })
  }, HOOK_MS)

  it('are followed by the objects that fetch', async () => {
    const add = async (seed: number): Promise<string> => {
      const { text } = await owner.rpc('add?cid-version=1&quieter=true', { body: upload(noiseBytes(seed, 5000)) })
      return (JSON.parse(text) as { Hash: string }).Hash
    }
    const [open, blocked] = [await add(1), await add(2)]
    await owner.rpc('files/mkdir?arg=/d')
    await owner.rpc(`files/cp?arg=/ipfs/${open}&arg=/d/open.bin`)
    await owner.rpc(`files/cp?arg=/ipfs/${blocked}&arg=/d/blocked.bin`)
    const folder = ((await owner.rpc('files/stat?arg=/d')).lines[0] as { Hash: string }).Hash

    const known = await edge.add(upload(noiseBytes(3, 1000)))
    await edge.rpc(
      'swipfs/denylist/add?arg=own',
      upload(new TextEncoder().encode(`/ipfs/${blocked}\n/ipfs/${folder}/closed/*\n`))
    )
    await edge.published(`/ipfs/${blocked}`, 410)
    await edge.published(`/ipfs/${known}`)

    const answer = await edge.get(`/ipfs/${folder}/open.bin`)
    expect([answer.status, answer.body.byteLength, answer.counted.fetchers]).toEqual([200, 5000, 1])
    expect((await edge.get(`/ipfs/${folder}/blocked.bin`)).status).toBe(410)
    expect((await edge.get(`/ipfs/${folder}/closed/a`)).status).toBe(410)
    const archive = await edge.get(`/ipfs/${folder}?format=tar`).catch(() => undefined)
    expect(archive == null || archive.body.byteLength < 10_000).toBe(true)
    expect(gateway.asked.some((path) => path.includes(open))).toBe(true)
    expect(gateway.asked.some((path) => path.includes(blocked))).toBe(false)
  }, HOOK_MS)
})
