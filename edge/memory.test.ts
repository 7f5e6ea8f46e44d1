import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { edgeWorker } from '../scripts/build/edge/edge-worker.mjs'
import { MAX_CONNECTIONS } from './peer/door/peer-bounds.ts'
import { startCrowd } from './testing/crowd.ts'
import type { Crowd } from './testing/crowd.ts'
import { hasEngine } from './testing/has-engine.ts'
import { HOSTILE } from './testing/hostile-peers.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MIB = 1024 * 1024

/** Memory limit of an object in the engine. */
const MAX_BYTES = 128_000_000

describe('the memory of an object', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let code = ''
  let state = ''
  let crowd: Crowd

  beforeAll(async () => {
    code = await edgeWorker(ROOT)
  })

  beforeEach(async () => {
    state = await mkdtemp(join(tmpdir(), 'swipfs-edge-memory-'))
    crowd = await startCrowd({ code, state })
  })

  afterEach(async () => {
    await crowd.close()
    await rm(state, { recursive: true, force: true })
  })

  it('suffices for the maximum number of peers, with any behavior, together with an add and an import', async () => {
    const peak = await crowd.memory.peak(async () => {
      await Promise.all([
        crowd.hostile(MAX_CONNECTIONS, Object.keys(HOSTILE)),
        crowd.add(32 * MIB),
        crowd.importCar(32 * MIB)
      ])
    })

    expect(peak).toBeLessThan(MAX_BYTES)
    expect((await fetch(`${crowd.url}/ipfs/bafkqaaa`)).status).toBe(200)
  }, 300_000)

  it('suffices for gateway readers that read only the beginning of a large file', async () => {
    expect(
      await crowd.memory.peak(async () => {
        await crowd.stalledGets(64)
      })
    ).toBeLessThan(MAX_BYTES)
    const { status, headers } = await fetch(`${crowd.url}/ipfs/bafkqaaa`)
    expect([status, headers.get('retry-after')]).toEqual([429, '60'])
  }, 120_000)
})
