import { randomFillSync } from 'node:crypto'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleEdge } from '../../../scripts/build/edge/bundle-edge.mjs'
import { startEngine } from '../../../scripts/serve/edge/engine.mjs'
import { TestNode } from '../../../src/testing/test-node.ts'
import { hasEngine } from '../../testing/has-engine.ts'
import { edgeRpc, TOKEN } from '../../testing/served-edge.ts'
import { upload } from '../../testing/upload.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MIB = 1024 * 1024
const HOOK_MS = 120_000
const PART = 5 * MIB
const CONFIG = { Bootstrap: [], 'Routing.Type': 'none', 'HTTPRetrieval.Enabled': false, 'Gateway.NoFetch': true }

interface Shown {
  State: string
  Steps: number
  Parts?: number[]
  Received?: number
  Message?: string
  Result?: Array<{ Name?: string; Hash?: string; Size?: string; Root?: { Cid: { '/': string }; PinErrorMsg: string } }>
}

function randomBytes (length: number): Uint8Array<ArrayBuffer> {
  return randomFillSync(new Uint8Array(length))
}

describe('an object of the bucket', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let engine: Awaited<ReturnType<typeof startEngine>>
  let reference: TestNode

  const call = async (path: string, body?: BodyInit): Promise<Response> =>
    await edgeRpc(engine.url, `swipfs/bucket/${path}`, body)
  const rpc = async (path: string): Promise<string> => await (await edgeRpc(engine.url, path)).text()
  const stat = async (name: string): Promise<Shown> => await (await call(`stat?arg=${name}`)).json() as Shown
  const incoming = async (): Promise<string[]> =>
    await (await fetch(`${engine.url}/test-list?prefix=incoming/`)).json() as string[]

  async function begin (path: string): Promise<Shown> {
    const response = await call(path)
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return JSON.parse(text) as Shown
  }

  async function ended (name: string): Promise<Shown> {
    await expect.poll(async () => (await stat(name)).State, { timeout: 100_000, interval: 100 }).toMatch(/done|failed/)
    const shown = await stat(name)
    expect([shown.State, shown.Message]).toEqual(['done', undefined])
    return shown
  }

  async function sendPart (name: string, bytes: Uint8Array<ArrayBuffer>, part: number): Promise<Response> {
    return await call(`part?arg=${name}&part=${part}`, bytes.subarray((part - 1) * PART, part * PART))
  }

  /** Sends a part whose connection breaks in the middle. */
  async function sendCutPart (name: string, bytes: Uint8Array, part: number): Promise<void> {
    const sent = request(`${engine.url}/api/v0/swipfs/bucket/part?arg=${name}&part=${part}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Length': bytes.byteLength }
    })
    await new Promise<void>((resolve) => {
      sent.on('close', resolve)
      sent.on('error', () => {})
      sent.write(bytes.subarray(0, MIB), () => {
        sent.destroy()
      })
    })
  }

  /** Returns the status of a part of a declared length, whose bytes are not sent. */
  async function statusOfPart (name: string, bytes: number): Promise<number | undefined> {
    const sent = request(`${engine.url}/api/v0/swipfs/bucket/part?arg=${name}&part=1`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Length': bytes }
    })
    sent.on('error', () => {})
    sent.flushHeaders()
    const status = await new Promise<number | undefined>((resolve) => {
      sent.on('response', ({ statusCode }) => {
        resolve(statusCode)
      })
    })
    sent.destroy()
    return status
  }

  async function sendAll (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await begin(`upload?arg=${name}&size=${bytes.byteLength}&part-size=${PART}`)

    for (let part = 1; (part - 1) * PART < bytes.byteLength; part++) {
      expect((await sendPart(name, bytes, part)).status).toBe(200)
    }

    await begin(`complete?arg=${name}`)
  }

  /** Returns the last line of `add` of another node. */
  async function addElsewhere (bytes: Uint8Array, options: string): Promise<{ Hash: string; Size: string }> {
    return (await reference.rpc(`add?progress=false&${options}`, { body: upload(bytes) })).lines.at(-1) as never
  }

  beforeAll(async () => {
    reference = await TestNode.start()
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
    await reference.node.stop()
    await engine.close()
  })

  it.each([
    '',
    'cid-version=1',
    'chunker=rabin-65536-131072-262144',
    'chunker=buzhash&cid-version=1',
    'chunker=size-7001&trickle=true',
    'chunker=size-1048576&raw-leaves=true',
    'chunker=size-900&inline=true&cid-version=1',
    'hash=blake2b-256&max-file-links=3',
    'mode=0644&mtime=1700000000',
    'wrap-with-directory=true&pin=false'
  ])('is added in steps with the options %s, as add does', async (options) => {
    const bytes = randomBytes(13 * MIB + 77)
    const name = 'incoming/added'
    await fetch(`${engine.url}/test-put?name=${name}`, { method: 'PUT', body: bytes })
    await begin(`add?arg=${name}&name=file&${options}`)
    const { Result: result, Steps: steps } = await ended(name)
    const { Hash: hash, Size: size } = await addElsewhere(bytes, options)
    expect(result!.at(-1)).toMatchObject({ Hash: hash, Size: size })
    expect(steps).toBeGreaterThanOrEqual(4)
    expect(JSON.parse(await rpc(`dag/stat?arg=${hash}&progress=false&offline=true`))).toMatchObject(
      (await reference.rpc(`dag/stat?arg=${hash}&progress=false&offline=true`)).lines.at(-1) as object
    )

    if (!options.includes('pin=false')) {
      expect(await rpc('pin/ls?type=recursive')).toContain(hash)
    }
  }, HOOK_MS)

  it('that fits into one step, or is empty, is added too', async () => {
    for (const length of [0, 5, 300_000]) {
      const bytes = randomBytes(length)
      const name = `incoming/small-${length}`
      await fetch(`${engine.url}/test-put?name=${name}`, { method: 'PUT', body: bytes })
      await begin(`add?arg=${name}&to-files=/small-${length}`)
      const { Result: result } = await ended(name)
      expect(result).toEqual([{ ...await addElsewhere(bytes, ''), Name: `small-${length}` }])
      expect(await rpc(`files/stat?arg=/small-${length}`)).toContain(result![0].Hash)
    }
  }, HOOK_MS)

  it('is uploaded in parts, after a cut too, added, and deleted', async () => {
    const bytes = randomBytes(3 * PART - 1000)
    const name = 'incoming/folder/film.mp4'
    expect(await begin(`upload?arg=${name}&size=${bytes.byteLength}&part-size=${PART}`)).toMatchObject({
      State: 'uploading',
      PartSize: PART,
      Parts: []
    })
    expect((await sendPart(name, bytes, 2)).status).toBe(200)
    await sendCutPart(name, bytes.subarray(0, PART), 1)

    // The client starts again.
    expect(await begin(`upload?arg=${name}`)).toMatchObject({ State: 'uploading', Parts: [2], Received: PART })
    const early = await call(`complete?arg=${name}`)
    expect([early.status, await early.text()]).toEqual([400, '2 of 3 parts are missing: 1, 3\n'])
    expect((await call(`add?arg=${name}`)).status).toBe(409)
    expect((await sendPart(name, bytes, 1)).status).toBe(200)
    expect((await sendPart(name, bytes, 3)).status).toBe(200)
    expect(await begin(`complete?arg=${name}`)).toMatchObject({ State: 'uploaded', Size: bytes.byteLength })
    expect(await begin(`complete?arg=${name}`)).toMatchObject({ State: 'uploaded' })
    expect(await incoming()).toContain(name)

    await begin(`add?arg=${name}&cid-version=1`)
    const { Result: result } = await ended(name)
    const { Hash: hash } = await addElsewhere(bytes, 'cid-version=1')
    expect(result).toMatchObject([{ Name: 'film.mp4', Hash: hash }])
    await expect.poll(incoming, { timeout: 20_000 }).not.toContain(name)
    const read = new Uint8Array(await (await fetch(`${engine.url}/ipfs/${hash}`)).arrayBuffer())
    expect(Buffer.compare(Buffer.from(read), Buffer.from(bytes))).toBe(0)
  }, HOOK_MS)

  it('is uploaded in parts and imported, if it is a CAR', async () => {
    const { Hash: hash } = await addElsewhere(randomBytes(12 * MIB), 'cid-version=1')
    const car = new Uint8Array(await (await reference.open(`dag/export?arg=${hash}`)).arrayBuffer())
    const name = 'incoming/uploaded.car'
    await sendAll(name, car)
    await begin(`import?arg=${name}`)
    const { Result: result } = await ended(name)
    expect(result).toMatchObject([{ Root: { Cid: { '/': hash }, PinErrorMsg: '' } }, { Stats: {} }])
    await expect.poll(incoming, { timeout: 20_000 }).not.toContain(name)
  }, HOOK_MS)

  it('continues after an eviction at every step of an add', async () => {
    const bytes = randomBytes(15 * MIB)
    const name = 'incoming/evicted'
    const evict = async (query: string): Promise<void> => {
      await (await fetch(`${engine.url}/test-evict${query}`)).text()
    }
    await sendAll(name, bytes)
    await evict(`?arg=${name}`)
    expect((await stat(name)).State).toBe('uploaded')
    await begin(`add?arg=${name}&chunker=rabin`)
    let evictions = 0

    for (let shown = await stat(name); /reading|linking/.test(shown.State); shown = await stat(name)) {
      await evict(`?arg=${name}`)
      await evict('')
      evictions++
      const { Steps: steps, State: before } = shown
      await call(`add?arg=${name}`)
      await expect.poll(async () => {
        const { Steps: now, State: state } = await stat(name)
        return now > steps || state !== before
      }, { timeout: 60_000 }).toBe(true)
    }

    expect(evictions).toBeGreaterThanOrEqual(2)
    await call(`add?arg=${name}`)
    const { Result: result } = await ended(name)
    expect(result).toMatchObject([{ Hash: (await addElsewhere(bytes, 'chunker=rabin')).Hash }])
    expect(await rpc('repo/verify')).toContain('verify complete')
  }, HOOK_MS)

  it('is deleted when its upload or its import is cancelled, with all blocks', async () => {
    const before = await rpc('repo/stat')
    const name = 'incoming/cancelled'
    const bytes = randomBytes(2 * PART)
    await begin(`upload?arg=${name}&part-size=${PART}`)
    await sendPart(name, bytes, 1)
    expect(await begin(`cancel?arg=${name}`)).toMatchObject({ State: 'cancelled' })
    expect((await sendPart(name, bytes, 2)).status).toBe(404)
    expect((await call(`stat?arg=${name}`)).status).toBe(404)

    await sendAll(name, bytes)
    await begin(`add?arg=${name}`)
    expect((await stat(name)).State).not.toBe('done')
    await begin(`cancel?arg=${name}`)
    expect((await stat(name)).State).toBe('cancelled')
    await expect.poll(incoming, { timeout: 20_000 }).not.toContain(name)
    expect(await rpc('repo/stat')).toBe(before)
  }, HOOK_MS)

  it('is refused with wrong parts, options or names', async () => {
    const name = 'incoming/refused'
    const text = async (path: string, body?: BodyInit): Promise<[number, string]> => {
      const response = await call(path, body)
      return [response.status, await response.text()]
    }

    expect(await text(`upload?arg=${name}&part-size=${MIB}`)).toEqual([400, expect.stringContaining('5242880 to')])
    expect(await text(`upload?arg=${name}&size=-1`)).toEqual([400, expect.stringContaining('"size"')])
    expect(await text(`part?arg=${name}&part=1`, 'x')).toEqual([404, expect.stringContaining('begin one')])
    await begin(`upload?arg=${name}&part-size=${PART}`)
    expect(await text(`part?arg=${name}&part=0`, 'x')).toEqual([400, expect.stringContaining('"part"')])
    expect(await statusOfPart(name, PART + 1)).toBe(400)
    expect(await text(`part?arg=${name}&part=1`, upload(randomBytes(10)))).toEqual([
      400,
      expect.stringContaining('without a form')
    ])
    expect((await call(`part?arg=${name}&part=1`, 'x')).status).toBe(200)
    expect((await call(`part?arg=${name}&part=2`, 'x')).status).toBe(200)
    expect(await text(`complete?arg=${name}`)).toEqual([400, expect.stringContaining('part 1 is not the last one')])
    expect(await text(`upload?arg=${name}&part-size=${2 * PART}`)).toEqual([409, expect.stringContaining('cancel it')])
    await begin(`cancel?arg=${name}`)
    expect(await text(`add?arg=${name}`)).toEqual([404, `${name} is not in the bucket\n`])
    await fetch(`${engine.url}/test-put?name=${name}`, { method: 'PUT', body: 'abc' })
    expect(await text(`add?arg=${name}&chunker=nosuch&cid-version=7`)).toEqual([
      500,
      expect.stringContaining('unknown CID version: 7')
    ])
    expect(await text(`add?arg=${name}&only-hash=true`)).toEqual([400, expect.stringContaining('only-hash')])
    expect((await call('upload?arg=segments/1')).status).toBe(400)
    expect((await call('nosuch?arg=incoming/a')).status).toBe(404)

    for (const path of ['upload', 'part', 'complete', 'add', 'import', 'cancel', 'stat']) {
      const refused = await edgeRpc(engine.url, `swipfs/bucket/${path}?arg=${name}&part=1`, 'x', 'wrong')
      expect([path, refused.status]).toEqual([path, 403])
    }
  }, HOOK_MS)
})
