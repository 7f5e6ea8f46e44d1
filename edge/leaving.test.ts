import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasEngine } from './testing/has-engine.ts'
import { edgeRpc, killEdge, serveEdge, TOKEN } from './testing/served-edge.ts'
import type { ServedEdge } from './testing/served-edge.ts'

const NOWHERE = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

interface Running {
  Command: string
  Active: boolean
}

describe('a client that disconnects', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let folder = ''
  let edge: ServedEdge

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'swipfs-edge-leaving-'))
    edge = await serveEdge(
      join(folder, 'state'),
      '--token',
      TOKEN,
      '--config',
      JSON.stringify({ Bootstrap: [], 'Routing.Type': 'none', 'HTTPRetrieval.Enabled': false })
    )
  })

  afterAll(async () => {
    await killEdge(edge)
    await rm(folder, { recursive: true, force: true })
  })

  const running = async (): Promise<string[]> => {
    const all = await (await edgeRpc(edge.url, 'diag/cmds')).json() as Running[]
    return all.filter(({ Active, Command }) => Active && Command !== 'diag/cmds').map(({ Command }) => Command)
  }

  // Some send their head at once and then nothing; others send nothing at all.
  it.each(['log/tail', `block/get?arg=${NOWHERE}`, `pin/add?arg=${NOWHERE}`, `refs?arg=${NOWHERE}&recursive=true`])(
    'ends %s, which would send no more data',
    async (path) => {
      const leaving = new AbortController()
      expect(await running()).toEqual([])
      const asked = fetch(`${edge.url}/api/v0/${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}` },
        signal: leaving.signal
      })
      asked.catch(() => {}) // checked below
      const [command] = path.split('?')
      await expect.poll(running).toEqual([command])
      if (command === 'log/tail') {
        await asked
      }
      leaving.abort()
      await asked.then(async (response) => await response.text()).catch(() => 'left')
      await expect.poll(running).toEqual([])
    }
  )
})
