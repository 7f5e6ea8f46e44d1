import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { killEdge, serveEdge, TOKEN } from '../../edge/testing/served-edge.ts'
import { ending } from './ending.ts'
import { segmentsLeft } from './segments-left.ts'
import { ServedNode } from './served-node.ts'
import type { Victim } from './victim.ts'

/** A config without any network access. */
const CONFIG = '{"Bootstrap":[],"Routing.DelegatedRouters":[],"HTTPRetrieval.Enabled":false}'

/** Objects that publish the blocks of an empty node, such as its empty folders: runs, their contents, the manifest. */
const MAX_PUBLISHED = 24
const MAX_PUBLISHED_BYTES = 64 * 1024

/** Returns the node on the edge, run by `serve:edge` with a folder of its own. A kill ends all of its processes. */
export async function edgeVictim (): Promise<Victim> {
  const state = await mkdtemp(path.join(tmpdir(), 'swipfs-kill-edge-'))
  let served = await serve()
  let node = new ServedNode(served.url, TOKEN)

  async function serve (): ReturnType<typeof serveEdge> {
    return await ending('the start of serve:edge', serveEdge(state, '--token', TOKEN, '--config', CONFIG))
  }

  async function start (): Promise<void> {
    served = await serve()
    node = new ServedNode(served.url, TOKEN)
  }

  return {
    get node () {
      return node
    },
    kills: ['engine'],
    sendsAgain: () => false,
    positions: () => new Map(),
    large: true,
    kill: async () => {
      await killEdge(served)
    },
    again: async () => {
      await start()
    },

    async restart () {
      served.child.kill('SIGTERM')
      await ending('the end of serve:edge', served.ended)
      await start()
    },

    async revive () {
      await killEdge(served)
      await start()
    },

    rest: async () => await segmentsLeft(async () => await objects(state), 'bucket'),

    async end () {
      await killEdge(served)
      await rm(state, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/**
 * Lists the objects of the bucket in miniflare's storage that an empty node should not have: segments, and more than a
 * few objects that publish its last small blocks.
 */
async function objects (state: string): Promise<string[]> {
  const bucket = path.join(state, 'bucket')
  const all = (await readdir(bucket, { recursive: true }))
    // An unfinished write of a killed engine leaves a temporary file without an object name.
    .filter((name) => /(^|\/)blobs\/./.test(name) && !/\/\.kj-tmp\.[^/]*\.partial$/.test(name))
  const sizes = await Promise.all(all.map(async (name) => {
    // It may be deleted meanwhile.
    return (await stat(path.join(bucket, name)).catch(() => undefined))?.size ?? 0
  }))
  return all.length > MAX_PUBLISHED ? all : all.filter((_, i) => sizes[i] > MAX_PUBLISHED_BYTES)
}
