import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DENYLIST_VECTORS, VECTOR_LIST } from '../../src/testing/dag/denylist-vectors.ts'
import { CountedEdge } from '../testing/counted-edge.ts'
import { hasEngine } from '../testing/has-engine.ts'
import { noiseBytes } from '../testing/noise-bytes.ts'
import { upload } from '../testing/upload.ts'

const KIB = 1024
const HOOK_MS = 120_000
const CONFIG = JSON.stringify({
  Bootstrap: [],
  'Routing.DelegatedRouters': [],
  'HTTPRetrieval.Enabled': false,
  'Gateway.NoFetch': true,
  'Gateway.PublicGateways': { 'gw.example': { UseSubdomains: true, Paths: ['/ipfs', '/ipns'] } }
})

/** Time within which a changed rule acts, cached answers included (`edge/denylist/known-version.ts`). */
const ACTS_MS = 10_000

describe('denylists in front', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let state = ''
  let edge: CountedEdge
  let page = ''
  let blocked = ''
  let folder = ''

  const start = async (): Promise<CountedEdge> => await CountedEdge.start({ state, bindings: { CONFIG } })
  const addList = async (name: string, text: string): Promise<void> => {
    await edge.rpc(`swipfs/denylist/add?arg=${name}`, upload(new TextEncoder().encode(text)))
  }

  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), 'swipfs-edge-'))
    edge = await start()
    page = await edge.add(upload(noiseBytes(1, 3000)))
    blocked = await edge.add(upload(noiseBytes(2, 900 * KIB)))
    await edge.rpc('files/mkdir?arg=/site/sub&parents=true')
    await edge.rpc(`files/cp?arg=/ipfs/${page}&arg=/site/page.bin`)
    await edge.rpc(`files/cp?arg=/ipfs/${page}&arg=/site/sub/page.bin`)
    await edge.rpc(`files/cp?arg=/ipfs/${blocked}&arg=/site/blocked.bin`)
    folder = (JSON.parse(await edge.rpc('files/stat?arg=/site')) as { Hash: string }).Hash
    await edge.published(`/ipfs/${folder}/blocked.bin`)
    await addList('own', `/ipfs/${folder}/sub/*\n/ipfs/${blocked} gateway_status=451\n`)
    await addList('published', VECTOR_LIST)
    await edge.published(`/ipfs/${folder}/sub/page.bin`, 410)
    // A new process: the rules are read from the bucket, and nothing wakes the node.
    await edge.close()
    edge = await start()
    // The bundles may be under way at the end of the first process.
    await edge.published(`/ipfs/${folder}?format=raw`)
  }, HOOK_MS)

  afterAll(async () => {
    await edge.close()
    await rm(state, { recursive: true, force: true })
  }, HOOK_MS)

  it('wake no object for allowed and blocked reads', async () => {
    const kinds: Array<[path: string, status: number, headers?: Record<string, string>]> = [
      [`/ipfs/${page}`, 200],
      [`/ipfs/${folder}/`, 200],
      [`/ipfs/${folder}/page.bin`, 200],
      [`/ipfs/${folder}/page.bin`, 206, { Range: 'bytes=5-9' }],
      [`/ipfs/${folder}/sub/page.bin`, 410],
      [`/ipfs/${folder}/sub/`, 410],
      [`/ipfs/${folder}/blocked.bin`, 451],
      [`/ipfs/${blocked}`, 451],
      [`/ipfs/${blocked}?format=raw`, 451],
      [`/ipfs/${blocked}?format=car`, 451],
      ['/sub/page.bin', 410, { Host: `${folder}.ipfs.gw.example` }],
      ['/page.bin', 200, { Host: `${folder}.ipfs.gw.example` }]
    ]

    for (const [path, status, headers] of kinds) {
      const answer = await edge.get(path, headers)
      expect([path, answer.status, answer.counted.objects]).toEqual([path, status, 0])
    }
  })

  it('block the published examples', async () => {
    for (const { path } of DENYLIST_VECTORS.filter(({ isBlocked }) => isBlocked)) {
      let answer = await edge.get(path)

      // A name in another form is redirected to the canonical one.
      if (answer.status === 302) {
        answer = await edge.get(answer.headers.get('location')!, {}, { fresh: false })
      }

      expect([path, answer.status, answer.counted.objects]).toEqual([path, 410, 0])
    }
  })

  it('stop a stream at a blocked block', async () => {
    // The archive of the folder includes a blocked file after the head of the answer.
    for (const format of ['car', 'tar']) {
      const answer = await edge.get(`/ipfs/${folder}?format=${format}`).catch(() => undefined)
      expect(answer == null || answer.body.byteLength < 900 * KIB, format).toBe(true)
    }
  })

  it('answer as the node does', async () => {
    for (const path of [`/ipfs/${folder}/sub/page.bin`, `/ipfs/${blocked}`, '/ipns/domain.example']) {
      for (const accept of ['text/html', '*/*']) {
        const front = await edge.get(path, { Accept: accept })
        const node = await edge.get(path, { Accept: accept, 'x-test-node': '1' })
        expect([front.counted.objects, node.counted.objects]).toEqual([0, 1])
        const seen = ({ status, headers, body }: typeof front): unknown => [
          status,
          [...headers].filter(([name]) => name !== 'date').sort(),
          new TextDecoder().decode(body)
        ]
        expect(seen(front)).toEqual(seen(node))
      }
    }
  })

  it('act on cached answers within seconds, and so does their removal', async () => {
    const ask = async (): Promise<[status: number, isCached: boolean]> => {
      const { status, headers } = await edge.get(`/ipfs/${page}?kept`, {}, { fresh: false })
      return [status, headers.has('age')]
    }
    await expect.poll(ask, { timeout: ACTS_MS }).toEqual([200, true])
    await addList('late', `/ipfs/${page}\n`)
    await expect.poll(async () => (await ask())[0], { timeout: ACTS_MS }).toBe(410)
    await edge.rpc('swipfs/denylist/rm?arg=late')
    await expect.poll(async () => (await ask())[0], { timeout: ACTS_MS }).toBe(200)
    await edge.published(`/ipfs/${folder}/page.bin`)
  }, HOOK_MS)
})
