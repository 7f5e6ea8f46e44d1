import { CID } from 'multiformats/cid'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundleEdge } from '../scripts/build/edge/bundle-edge.mjs'
import { startEngine } from '../scripts/serve/edge/engine.mjs'
import { heldAnswers, startGateway } from '../src/testing/http/http-fixtures.ts'
import type { HeldAnswers, TestServer } from '../src/testing/http/http-fixtures.ts'
import { TestNode } from '../src/testing/test-node.ts'
import { hasEngine } from './testing/has-engine.ts'
import { noiseBytes } from './testing/noise-bytes.ts'
import { edgeRpc, TOKEN } from './testing/served-edge.ts'
import { upload } from './testing/upload.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const KIB = 1024
const PIN_TOKEN = 'pin-token'

/** Blocks that the gateway serves before the test lets it continue. */
const SOME = 4

describe('an object that is evicted during work', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let code = ''
  let engine: Awaited<ReturnType<typeof startEngine>>
  let owner: TestNode
  let gateway: TestServer
  let answers: HeldAnswers

  beforeAll(async () => {
    code = await bundleEdge({
      root: ROOT,
      entry: fileURLToPath(new URL('testing/eviction-worker.ts', import.meta.url))
    })
  })

  beforeEach(async () => {
    owner = await TestNode.start()
    answers = heldAnswers(SOME)
    gateway = await startGateway(owner.node.blockstore, answers.meddle)
    const config = {
      Bootstrap: [],
      'Routing.Type': 'none',
      'HTTPRetrieval.Gateways': [gateway.url],
      'HTTPRetrieval.Allowlist': ['127.0.0.1']
    }
    engine = await startEngine({ code, bindings: { TOKEN, PIN_TOKEN, CONFIG: JSON.stringify(config) } })
  })

  afterEach(async () => {
    answers.open()
    await Promise.all([engine.close(), gateway.close(), owner.node.stop()])
  })

  const rpc = async (path: string, body?: BodyInit): Promise<Response> => await edgeRpc(engine.url, path, body)
  const text = async (path: string, body?: BodyInit): Promise<string> => await (await rpc(path, body)).text()
  const last = (answer: string): Record<string, string> =>
    JSON.parse(answer.trim().split('\n').at(-1)!) as Record<string, string>
  const evict = async (): Promise<void> => {
    expect((await fetch(`${engine.url}/test-evict`)).status).toBe(500)
  }

  /** Waits until blocks are requested by a restarted object, which its alarm has woken before any request. */
  async function resumes (): Promise<void> {
    const before = answers.count
    answers.open()
    await expect.poll(() => answers.count).toBeGreaterThan(before)
  }

  it('resumes a pin by its alarm alone', async () => {
    const root =
      last((await owner.rpc('add?cid-version=1&progress=false', { body: upload(noiseBytes(1, 4000 * KIB)) })).text).Hash
    const asked = text(`pin/add?arg=${root}`).catch(() => 'cut')
    await expect.poll(() => answers.count).toBeGreaterThan(SOME)
    await new Promise((resolve) => {
      setTimeout(resolve, 500)
    }) // it has a row by then
    await evict()
    await asked
    await resumes()
    await expect.poll(async () => await text('pin/ls?type=recursive')).toContain(root)
    expect((await (await fetch(`${engine.url}/ipfs/${root}`)).arrayBuffer()).byteLength).toBe(4000 * KIB)
  })

  it('resumes a request to the pinning service, from a gateway that is given as its origin', async () => {
    const root =
      last((await owner.rpc('add?cid-version=1&progress=false', { body: upload(noiseBytes(2, 3000 * KIB)) })).text).Hash
    const { port } = new URL(gateway.url)
    await text('config?arg=HTTPRetrieval.Gateways&arg=[]&json=true')
    const pins = async (method: string, path: string, body?: object): Promise<Record<string, string>> =>
      await (await fetch(`${engine.url}/psa/pins${path}`, {
        method,
        headers: { Authorization: `Bearer ${PIN_TOKEN}`, 'Content-Type': 'application/json' },
        body: body == null ? undefined : JSON.stringify(body)
      })).json() as Record<string, string>
    const { requestid } = await pins('POST', '', { cid: root, origins: [`/ip4/127.0.0.1/tcp/${port}/http`] })
    await expect.poll(() => answers.count).toBeGreaterThan(SOME)
    await evict()
    await resumes()
    await expect.poll(async () => (await pins('GET', `/${requestid}`)).status).toBe('pinned')
    expect((await (await fetch(`${engine.url}/ipfs/${root}`)).arrayBuffer()).byteLength).toBe(3000 * KIB)
  })

  it('loses an interrupted add or import completely, and no acknowledged data', async () => {
    const kept = last(await text('add?cid-version=1&progress=false', upload(noiseBytes(3, 2000 * KIB)))).Hash
    const before = await text('repo/stat')
    const { Hash: root } = last(
      (await owner.rpc('add?cid-version=1&progress=false', { body: upload(noiseBytes(4, 6000 * KIB)) })).text
    )
    const car = new Uint8Array(await (await owner.open(`dag/export?arg=${root}`)).arrayBuffer())

    for (const [command, bytes] of [['add?cid-version=1', noiseBytes(5, 6000 * KIB)], ['dag/import', car]] as const) {
      const sent = halfSent(`${engine.url}/api/v0/${command}`, bytes)
      await sent.isHalf
      await evict()
      await sent.ended
      expect(await text('repo/stat')).toBe(before)
    }

    expect(await text('repo/verify')).toContain('verify complete')
    expect((await (await fetch(`${engine.url}/ipfs/${kept}`)).arrayBuffer()).byteLength).toBe(2000 * KIB)
    // The complete CAR this time.
    const whole = new FormData()
    whole.append('file', new Blob([car]))
    expect(await text('dag/import', whole)).toContain(root)
  })

  it('collects only garbage', async () => {
    const kept = last(await text('add?cid-version=1&progress=false', upload(noiseBytes(6, 2000 * KIB)))).Hash
    const stat = async (): Promise<number> => (JSON.parse(await text('repo/stat')) as { NumObjects: number }).NumObjects
    const before = await stat()
    const garbage = last(
      await text('add?cid-version=1&progress=false&pin=false&chunker=size-1024', upload(noiseBytes(7, 3000 * KIB)))
    ).Hash
    expect(await stat()).toBeGreaterThan(before + 2900)
    const collecting = rpc('repo/gc').then(async (response) => await response.text()).catch(() => 'cut')
    await new Promise((resolve) => {
      setTimeout(resolve, 30)
    })
    await evict()
    await collecting
    expect(await text('repo/verify')).toContain('verify complete')
    await text('repo/gc')
    expect(await stat()).toBe(before)
    expect((await (await fetch(`${engine.url}/ipfs/${kept}`)).arrayBuffer()).byteLength).toBe(2000 * KIB)
    expect((await rpc(`cat?arg=${CID.parse(garbage)}&offline=true`)).status).toBe(500)
  })
})

/** Sends a form with a file that stops in the middle. */
function halfSent (url: string, bytes: Uint8Array): { isHalf: Promise<void>; ended: Promise<unknown> } {
  const head = new TextEncoder().encode(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: ' +
      'application/octet-stream\r\n\r\n'
  )
  let at = 0
  let reached = (): void => {}
  const isHalf = new Promise<void>((resolve) => {
    reached = resolve
  })
  const leaving = new AbortController()

  const body = new ReadableStream<Uint8Array>({
    start (controller) {
      controller.enqueue(head)
    },
    async pull (controller) {
      if (at >= bytes.byteLength / 2) {
        reached()
        await new Promise((resolve) => {
          setTimeout(resolve, 60_000).unref()
        })
      }

      controller.enqueue(bytes.subarray(at, at += 256 * KIB))
    }
  })

  const ended = fetch(
    url,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'multipart/form-data; boundary=b' },
      body,
      duplex: 'half',
      signal: leaving.signal
    } as RequestInit
  )
    .then(async (response) => await response.text()).catch(() => 'cut')

  return {
    isHalf,
    ended: Promise.race([
      ended,
      new Promise((resolve) => {
        setTimeout(() => {
          leaving.abort()
          resolve('left')
        }, 2000)
      })
    ])
  }
}
