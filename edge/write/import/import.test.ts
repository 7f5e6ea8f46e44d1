import { randomFillSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleEdge } from '../../../scripts/build/edge/bundle-edge.mjs'
import { startEngine } from '../../../scripts/serve/edge/engine.mjs'
import { TestNode } from '../../../src/testing/test-node.ts'
import { hasEngine } from '../../testing/has-engine.ts'
import type { EventCounts } from '../../testing/import-worker.ts'
import { edgeRpc, TOKEN } from '../../testing/served-edge.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MIB = 1024 * 1024
const HOOK_MS = 120_000
const CONFIG = { Bootstrap: [], 'Routing.Type': 'none', 'HTTPRetrieval.Enabled': false, 'Gateway.NoFetch': true }

interface Shown {
  State: string
  Steps: number
  Blocks: number
  Message?: string
  Result?: Array<{ Root?: { Cid: { '/': string }; PinErrorMsg: string }; Stats?: { BlockCount: number } }>
}

describe('an import from the bucket', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let engine: Awaited<ReturnType<typeof startEngine>>

  const rpc = async (path: string): Promise<string> => await (await edgeRpc(engine.url, path)).text()
  const stat = async (name: string): Promise<Shown> => JSON.parse(await rpc(`swipfs/bucket/stat?arg=${name}`)) as Shown
  const counts = async (): Promise<EventCounts> =>
    await (await fetch(`${engine.url}/test-counts`)).json() as EventCounts
  const segments = async (): Promise<string[]> => await (await fetch(`${engine.url}/test-list`)).json() as string[]

  async function put (name: string, bytes: Uint8Array): Promise<void> {
    await fetch(`${engine.url}/test-put?name=${name}`, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> })
  }

  /** Evicts the node, or the object of an import. The request that does it fails. */
  async function evict (query = ''): Promise<void> {
    await (await fetch(`${engine.url}/test-evict${query}`)).text()
  }

  /** Makes a CAR of a folder with a large file and many small ones. */
  async function makeCar (mib: number, files: number): Promise<{ root: string; car: Uint8Array }> {
    const owner = await TestNode.start()
    const form = new FormData()
    form.append('file', new Blob([randomFillSync(new Uint8Array(mib * MIB))]), 'folder/large')

    for (let i = 0; i < files; i++) {
      form.append('file', new Blob([randomFillSync(new Uint8Array(600))]), `folder/small-${i}`)
    }

    const { lines } = await owner.rpc('add?cid-version=1&progress=false', { body: form })
    const { Hash: root } = lines.at(-1) as { Hash: string }
    const car = new Uint8Array(await (await owner.open(`dag/export?arg=${root}`)).arrayBuffer())
    await owner.node.stop()
    return { root, car }
  }

  async function ended (name: string): Promise<Shown> {
    await expect.poll(async () => (await stat(name)).State, { timeout: 100_000, interval: 200 }).toMatch(/done|failed/)
    return await stat(name)
  }

  beforeAll(async () => {
    engine = await startEngine({
      code: await bundleEdge({
        root: ROOT,
        entry: fileURLToPath(new URL('../../testing/import-worker.ts', import.meta.url))
      }),
      imports: true,
      bindings: { TOKEN, CONFIG: JSON.stringify(CONFIG), WRITER_MS: '0' }
    })
  }, HOOK_MS)

  afterAll(async () => {
    await engine.close()
  })

  it('stores and pins what a CAR has, in events that stay as small for a larger one', async () => {
    const most: EventCounts[] = []

    for (const [mib, files] of [[9, 500], [27, 1500]]) {
      const { root, car } = await makeCar(mib, files)
      const name = `incoming/${mib}.car`
      await put(name, car)
      await counts()
      await rpc(`swipfs/bucket/import?arg=${name}`)
      const { State: state, Steps: steps, Result: result, Message: message } = await ended(name)
      expect([state, message]).toEqual(['done', undefined])
      expect(result).toMatchObject([{ Root: { Cid: { '/': root }, PinErrorMsg: '' } }, { Stats: {} }])
      expect(await rpc(`dag/stat?arg=${root}&progress=false&offline=true`)).toContain(root)
      expect(await rpc('pin/ls?type=recursive')).toContain(root)
      expect(steps).toBeLessThanOrEqual(Math.ceil(car.byteLength / (4 * MIB)))
      most.push(await counts())
    }

    const [small, large] = most
    expect(large.events).toBeGreaterThan(small.events)
    // Two reads of 4 MiB a step, a segment, and a request for segments or the adoption.
    expect([large.reads, large.writes, large.requests]).toEqual([small.reads, small.writes, small.requests])
    expect(large.reads + large.writes + large.requests).toBeLessThan(12)
    expect(await rpc('repo/verify')).toContain('verify complete')
  }, HOOK_MS)

  it('continues after an eviction at every step, of it and of the node, and leaves nothing over', async () => {
    const { root, car } = await makeCar(26, 300)
    const name = 'incoming/evicted.car'
    await put(name, car)
    await rpc(`swipfs/bucket/import?arg=${name}`)
    let evictions = 0

    for (let shown = await stat(name); shown.State === 'reading'; shown = await stat(name)) {
      await evict(`?arg=${name}`)
      await evict()
      await evict('?when=upload')
      evictions++
      const { Steps: steps } = shown
      await rpc(`swipfs/bucket/import?arg=${name}`)
      await expect.poll(async () => {
        const { Steps: now, State: state } = await stat(name)
        return now > steps || state !== 'reading'
      }, { timeout: 60_000 }).toBe(true)
      // A collection meanwhile keeps the segments that are not adopted yet.
      await rpc('repo/gc')
    }

    expect(evictions).toBeGreaterThanOrEqual(2)
    // The node was evicted while it adopted the blocks.
    await expect.poll(async () => (await stat(name)).Message, { timeout: 60_000 }).toMatch(/evicted|lost|ended|gone/)
    expect((await stat(name)).State).toBe('adopting')
    await rpc(`swipfs/bucket/import?arg=${name}`)
    const { Result: result } = await ended(name)
    expect(result).toMatchObject([{ Root: { Cid: { '/': root }, PinErrorMsg: '' } }, { Stats: {} }])
    expect(await rpc('repo/verify')).toContain('verify complete')
    expect(await rpc(`dag/stat?arg=${root}&progress=false&offline=true`)).toContain(root)

    await rpc('pin/ls?type=recursive&stream=true').then(async (text) => {
      for (const [, cid] of text.matchAll(/"Cid":"(\w+)"/g)) {
        await rpc(`pin/rm?arg=${cid}`)
      }
    })
    await rpc('repo/gc')
    await expect.poll(segments, { timeout: 20_000 }).toEqual([])
  }, HOOK_MS)

  it('of an invalid CAR stores nothing, and says why', async () => {
    const { car } = await makeCar(6, 10)
    car[car.byteLength - 100] ^= 1
    const before = await rpc('repo/stat')
    await put('incoming/bad.car', car)
    await rpc('swipfs/bucket/import?arg=incoming/bad.car')
    const { State: state, Message: message } = await ended('incoming/bad.car')
    expect([state, message]).toEqual(['failed', expect.stringContaining('import failed')])
    expect(await rpc('repo/stat')).toBe(before)
    await expect.poll(segments, { timeout: 20_000 }).toEqual([])
  }, HOOK_MS)

  it('needs the secret, an object of the bucket, and its folder', async () => {
    expect((await edgeRpc(engine.url, 'swipfs/bucket/import?arg=incoming/x.car', undefined, 'wrong')).status).toBe(403)
    expect((await edgeRpc(engine.url, 'swipfs/bucket/import?arg=incoming/x.car')).status).toBe(404)
    expect((await edgeRpc(engine.url, 'swipfs/bucket/import?arg=segments/1')).status).toBe(400)
    expect((await edgeRpc(engine.url, 'swipfs/bucket/stat?arg=incoming/none.car')).status).toBe(404)
  })
})
