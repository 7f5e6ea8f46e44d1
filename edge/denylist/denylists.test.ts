import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DENYLIST_VECTORS, VECTOR_LIST } from '../../src/testing/dag/denylist-vectors.ts'
import { hasEngine } from '../testing/has-engine.ts'
import { noiseBytes } from '../testing/noise-bytes.ts'
import { edgeRpc, killEdge, serveEdge, TOKEN } from '../testing/served-edge.ts'
import type { ServedEdge } from '../testing/served-edge.ts'
import { upload } from '../testing/upload.ts'

describe('denylists on the edge', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let folder = ''
  let served: ServedEdge

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'swipfs-edge-'))
    served = await serveEdge(folder, '--token', TOKEN)
  })
  afterAll(async () => {
    await killEdge(served)
    await rm(folder, { recursive: true, force: true })
  })

  const call = async (path: string, body?: BodyInit): Promise<Record<string, unknown>> => {
    const response = await edgeRpc(served.url, path, body)
    expect(response.status, path).toBe(200)
    return JSON.parse((await response.text()).trim().split('\n').at(-1)!) as Record<string, unknown>
  }
  const addList = async (name: string, text: string): Promise<unknown> =>
    await call(`swipfs/denylist/add?arg=${name}`, upload(new TextEncoder().encode(text)))

  it('decide the published examples', async () => {
    await addList('examples', VECTOR_LIST)

    for (const { path, isBlocked } of DENYLIST_VECTORS) {
      expect(await call(`swipfs/denylist/check?arg=${encodeURIComponent(path)}`), path).toMatchObject({
        Blocked: isBlocked
      })
    }
  })

  it('count within seconds for cached answers, and after a kill', async () => {
    const { Hash } = await call('add?cid-version=1', upload(noiseBytes(3, 1000)))
    const ask = async (): Promise<{ status: number; headers: Headers; text: string }> => {
      const response = await fetch(`${served.url}/ipfs/${Hash as string}`)
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    expect((await ask()).status).toBe(200)
    await expect.poll(async () => (await ask()).headers.has('age'), { timeout: 20_000 }).toBe(true)
    await addList('late', `/ipfs/${Hash as string}\n`)
    await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(410)
    expect((await ask()).text).toContain('is blocked and cannot be provided (denylist late)')
    expect((await edgeRpc(served.url, `cat?arg=${Hash as string}`)).status).toBe(500)

    await killEdge(served)
    served = await serveEdge(folder, '--token', TOKEN)
    expect((await ask()).status).toBe(410)
    await call('swipfs/denylist/rm?arg=late')
    await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200)
  })
})
