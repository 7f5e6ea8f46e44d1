import { randomFillSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleEdge } from '../../scripts/build/edge/bundle-edge.mjs'
import { startEngine } from '../../scripts/serve/edge/engine.mjs'
import { TestNode } from '../../src/testing/test-node.ts'
import type { Counts } from '../testing/counting-worker.ts'
import { hasEngine } from '../testing/has-engine.ts'
import { edgeRpc, TOKEN } from '../testing/served-edge.ts'
import { upload } from '../testing/upload.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MIB = 1024 * 1024
const HOOK_MS = 120_000
const CONFIG = { Bootstrap: [], 'Routing.Type': 'none', 'HTTPRetrieval.Enabled': false, 'Gateway.NoFetch': true }

function randomBytes (length: number): Uint8Array {
  return randomFillSync(new Uint8Array(length))
}

describe('uploads through the front', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let engine: Awaited<ReturnType<typeof startEngine>>

  const counts = async (): Promise<Counts> => await (await fetch(`${engine.url}/test-counts`)).json() as Counts

  /** Sends an upload, and returns its answer with the counts. */
  async function send (
    path: string,
    body: BodyInit
  ): Promise<{ lines: Array<Record<string, unknown>>; counted: Counts }> {
    await counts()
    const response = await edgeRpc(engine.url, path, body)
    const text = await response.text()
    expect(response.status, text).toBe(200)
    const lines = text.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    return { lines, counted: await counts() }
  }

  beforeAll(async () => {
    engine = await startEngine({
      code: await bundleEdge({
        root: ROOT,
        entry: fileURLToPath(new URL('../testing/counting-worker.ts', import.meta.url))
      }),
      bindings: { TOKEN, CONFIG: JSON.stringify(CONFIG) }
    })
  }, HOOK_MS)

  afterAll(async () => {
    await engine.close()
  })

  it.each([1, 8, 33, 90])('ask the node once for %i MiB, and write each 8 MiB once', async (mib) => {
    const { counted } = await send('add?cid-version=1&progress=false', upload(randomBytes(mib * MIB)))
    expect(counted.objects).toBe(1)
    expect(counted.writes).toBe(Math.ceil(mib / 8))
    // With the nodes above the leaves.
    expect(counted.written).toBeGreaterThanOrEqual(mib * MIB)
    expect(counted.written).toBeLessThan(mib * MIB * 1.001)
    // Places and the nodes above the leaves: 100 bytes a block, and a constant for the messages.
    expect(counted.sent).toBeLessThan(4 * mib * 300 + 4096)
  }, HOOK_MS)

  it('leave small uploads to the node, which packs them with others', async () => {
    const { counted } = await send('add?cid-version=1&progress=false', upload(randomBytes(200_000)))
    expect([counted.objects, counted.writes]).toEqual([1, 0])
  })

  it('of a CAR write its blocks, and give its roots to the node', async () => {
    const owner = await TestNode.start()
    const bytes = randomBytes(17 * MIB)
    const added = (await owner.rpc('add?progress=false', { body: upload(bytes) })).lines.at(-1) as { Hash: string }
    const car = new Uint8Array(await (await owner.open(`dag/export?arg=${added.Hash}`)).arrayBuffer())
    await owner.node.stop()
    const { lines, counted } = await send('dag/import?stats=true', upload(car))
    expect(lines).toMatchObject([{ Root: { Cid: { '/': added.Hash }, PinErrorMsg: '' } }, {
      Stats: { BlockCount: 69 }
    }])
    expect([counted.objects, counted.writes]).toEqual([1, 3])
    expect(counted.sent).toBeLessThan(100_000)
    const read = new Uint8Array(await (await fetch(`${engine.url}/ipfs/${added.Hash}`)).arrayBuffer())
    expect(Buffer.compare(Buffer.from(read), Buffer.from(bytes))).toBe(0)
  }, HOOK_MS)

  it('of blocks write large ones, each before its answer', async () => {
    const form = new FormData()
    const blocks = [randomBytes(1.5 * MIB), randomBytes(5000), randomBytes(1.2 * MIB)]
    blocks.forEach((bytes) => {
      form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]))
    })
    const { lines, counted } = await send('block/put', form)
    expect(lines.map(({ Size: size }) => size)).toEqual(blocks.map(({ byteLength }) => byteLength))
    expect([counted.objects, counted.writes]).toEqual([1, 2])

    for (const [i, { Key: key }] of lines.entries()) {
      const read = new Uint8Array(await (await edgeRpc(engine.url, `block/get?arg=${String(key)}`)).arrayBuffer())
      expect(Buffer.compare(Buffer.from(read), Buffer.from(blocks[i]))).toBe(0)
    }
  })

  it('do what needs the node there: Files, names of pins, hashes alone', async () => {
    const { lines: [{ Hash: hash }] } = await send(
      'add?cid-version=1&progress=false&pin-name=a-pin&to-files=/copy',
      upload(randomBytes(3 * MIB))
    )
    expect(await (await edgeRpc(engine.url, 'files/stat?arg=/copy')).json()).toMatchObject({ Hash: hash })
    expect(await (await edgeRpc(engine.url, 'pin/ls?names=true&type=recursive')).text()).toContain('a-pin')
    const { counted, lines: [{ Hash: only }] } = await send(
      'add?cid-version=1&progress=false&only-hash=true',
      upload(randomBytes(9 * MIB))
    )
    expect([counted.objects, counted.writes]).toEqual([1, 0])
    expect((await edgeRpc(engine.url, `block/stat?arg=${String(only)}&offline=true`)).status).toBe(500)
  })

  it('run at the same time, and do not block other writers', async () => {
    const sent = Array.from(
      { length: 4 },
      async () =>
        await (await edgeRpc(engine.url, 'add?cid-version=1&progress=false', upload(randomBytes(12 * MIB))))
          .text()
    )
    expect((await edgeRpc(engine.url, 'files/mkdir?arg=/meanwhile')).status).toBe(200)
    expect(await (await edgeRpc(engine.url, 'repo/gc')).text()).not.toContain('Error":"')
    const hashes = (await Promise.all(sent)).map((text) => (JSON.parse(text) as { Hash: string }).Hash)
    expect(new Set(hashes).size).toBe(4)
    expect(await (await edgeRpc(engine.url, 'repo/verify')).text()).toContain('verify complete')
  }, HOOK_MS)
})
