import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CountedEdge } from './testing/counted-edge.ts'
import { restoreState } from './testing/earlier-state.ts'
import type { SavedState } from './testing/earlier-state.ts'
import { hasEngine } from './testing/has-engine.ts'
import { noiseBytes } from './testing/noise-bytes.ts'
import { upload } from './testing/upload.ts'

/** Made by `save-state.ts` from the last version without an index in the bucket (commit 91ab7e41^). */
const FIXTURE = fileURLToPath(new URL('testing/fixtures/state-before-published-index.json.gz', import.meta.url))
const HOOK_MS = 120_000
const CONFIG = JSON.stringify({
  Bootstrap: [],
  'Routing.Type': 'none',
  'HTTPRetrieval.Enabled': false,
  'Gateway.NoFetch': true
})

describe('a state directory of an earlier version', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let state = ''
  let saved: SavedState
  let edge: CountedEdge

  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), 'swipfs-edge-earlier-'))
    saved = await restoreState(FIXTURE, state)
    edge = await CountedEdge.start({ state, bindings: { CONFIG } })
  }, HOOK_MS)

  afterAll(async () => {
    await edge.close()
    await rm(state, { recursive: true, force: true })
  })

  it('is served by its node at once, moves over while it answers, and loses nothing', async () => {
    const { id, large, small, unpinned, folder, key } = saved
    const files: Array<[string, Uint8Array]> = [[large, noiseBytes(1, 40_000)], [small, noiseBytes(2, 600)], [
      unpinned,
      noiseBytes(3, 20_000)
    ]]

    const expectServed = async (): Promise<void> => {
      for (const [cid, bytes] of files) {
        const { status, body } = await edge.get(`/ipfs/${cid}`)
        expect([status, Buffer.compare(Buffer.from(body), Buffer.from(bytes))]).toEqual([200, 0])
      }
    }

    await expectServed()
    expect(JSON.parse(await edge.rpc('id'))).toMatchObject({ ID: id })
    expect(await edge.rpc('pin/ls?names=true&type=recursive')).toMatch(new RegExp(`${large}.*"Name":"large"`))
    expect(JSON.parse(await edge.rpc('files/stat?arg=/site'))).toMatchObject({ Hash: folder })
    expect(await edge.rpc('key/list')).toContain(key)
    expect(await edge.rpc('config?arg=Datastore.StorageMax')).toContain('3GB')

    // From then on the front alone answers.
    for (const [cid] of files) {
      await edge.published(`/ipfs/${cid}`)
    }

    await edge.published(`/ipfs/${folder}/large.bin`)
    await expectServed()
    expect(await edge.rpc('repo/verify')).toContain('verify complete')

    // Writes and removals work on it as on a new one.
    const added = await edge.add(upload(noiseBytes(4, 3_000_000)))
    await edge.published(`/ipfs/${added}`)
    await edge.rpc(`pin/rm?arg=${added}`)
    expect(await edge.rpc('repo/gc')).toContain(unpinned)
    files.pop()
    await expectServed()
  }, HOOK_MS)
})
