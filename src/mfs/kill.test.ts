import 'fake-indexeddb/auto'

import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'
import { describe, expect, it } from 'vitest'
import { blockReader } from '../blocks/reader/block-reader.ts'
import { toBytes } from '../bytes/to-bytes.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { collectGarbage } from '../repo/gc/gc.ts'
import { killAtEachStep } from '../testing/store/kill-at-each-step.ts'
import { readFile } from '../unixfs/read/file/read-file.ts'

const { signal } = new AbortController()

function options (node: IpfsNode) {
  return { blocks: blockReader(node.blockstore, undefined), signal, flush: true }
}

async function* textBytes (content: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content)
}

async function writeFile (node: IpfsNode, path: string, content: string): Promise<void> {
  await node.mfs.write(path, textBytes(content), { ...options(node), create: true, parents: true })
}

/** Returns the contents of all files by path, and the CID versions of directories. */
async function tree (node: IpfsNode, path = '/'): Promise<Record<string, string>> {
  const { blocks } = options(node)
  const found = await node.mfs.list(path, options(node))

  if (!('directory' in found)) {
    return { [path]: new TextDecoder().decode(await toBytes(readFile(found.link.cid, { blocks, signal }), { signal })) }
  }

  const files: Record<string, string> = {
    [path.replace(/\/?$/, '/')]: `v${(await node.mfs.node(path, options(node))).cid.version}`
  }

  for await (
    const { name } of found.directory.kind === 'basic'
      ? found.directory.links
      : found.directory.links({ blocks, signal })
  ) {
    Object.assign(files, await tree(node, `${path === '/' ? '' : path}/${name}`))
  }

  return files
}

/** CIDs of version 1 with sha2-256. */
const V1 = { version: 1, hash: 0x12 } as const

const before = { '/': 'v0', '/a/': 'v0', '/a/f': 'one', '/a/g': 'two', '/b/': 'v0', '/b/h': 'three' }
const b = { '/b/': 'v0', '/b/h': 'three' }

/** Puts a block that belongs to no file yet. */
async function content (node: IpfsNode, text: string): Promise<CID> {
  const bytes = new TextEncoder().encode(text)
  const cid = CID.createV1(raw.code, await sha256.digest(bytes))
  await node.blockstore.put(cid, bytes)
  return cid
}

const scenarios: Record<string, { run: (node: IpfsNode) => Promise<void>; done: Record<string, string> }> = {
  'writing a new file': {
    run: async (node) => {
      await writeFile(node, '/c/d/new', 'new')
    },
    done: { ...before, '/c/': 'v0', '/c/d/': 'v0', '/c/d/new': 'new' }
  },
  'writing into a file': {
    run: async (node) => {
      await writeFile(node, '/a/f', 'ON')
    },
    done: { ...before, '/a/f': 'ONe' }
  },
  'making directories': {
    run: async (node) => {
      await node.mfs.makeDirectory('/c/d/e', { ...options(node), parents: true, hashing: V1 })
    },
    done: { ...before, '/c/': 'v1', '/c/d/': 'v1', '/c/d/e/': 'v1' }
  },
  'copying a directory': {
    run: async (node) => {
      await node.mfs.copy({ path: '/a' }, '/z', { ...options(node), parents: false, force: false })
    },
    done: { ...before, '/z/': 'v0', '/z/f': 'one', '/z/g': 'two' }
  },
  'copying content in place of a file': {
    run: async (node) => {
      await node.mfs.copy(await content(node, 'other'), '/a/f', { ...options(node), parents: false, force: true })
    },
    done: { ...before, '/a/f': 'other' }
  },
  'copying content into directories that are made': {
    run: async (node) => {
      await node.mfs.copy(await content(node, 'other'), '/c/d/o', { ...options(node), parents: true, force: false })
    },
    done: { ...before, '/c/': 'v0', '/c/d/': 'v0', '/c/d/o': 'other' }
  },
  'putting what is added': {
    run: async (node) => {
      await node.mfs.put('/a/o', await content(node, 'other'), options(node))
    },
    done: { ...before, '/a/o': 'other' }
  },
  'moving a directory': {
    run: async (node) => {
      await node.mfs.move('/a', '/b/a', options(node))
    },
    done: { '/': 'v0', '/b/a/': 'v0', '/b/a/f': 'one', '/b/a/g': 'two', ...b }
  },
  'moving a file onto another': {
    run: async (node) => {
      await node.mfs.move('/a/f', '/b/h', options(node))
    },
    done: { '/': 'v0', '/a/': 'v0', '/a/g': 'two', ...b, '/b/h': 'one' }
  },
  removing: {
    run: async (node) => {
      await node.mfs.remove('/a', { ...options(node), recursive: true, force: false })
    },
    done: { '/': 'v0', ...b }
  },
  'setting a mode': {
    run: async (node) => {
      await node.mfs.setStat('/a/f', { mode: 0o600 }, options(node))
    },
    done: before
  },
  'giving a directory other CIDs': {
    run: async (node) => {
      await node.mfs.setHashing('/a', V1, options(node))
    },
    done: { ...before, '/a/': 'v1' }
  },
  'making durable what was changed before': {
    run: async (node) => {
      await node.mfs.makeDirectory('/c', { ...options(node), parents: false, flush: false })
      await node.mfs.move('/a/f', '/c/f', { ...options(node), flush: false })
      await node.mfs.flush('/', options(node))
    },
    done: { '/': 'v0', '/a/': 'v0', '/a/g': 'two', ...b, '/c/': 'v0', '/c/f': 'one' }
  },
  'putting another tree in its place': {
    run: async (node) => {
      await node.mfs.replaceRoot((await node.mfs.node('/b', options(node))).cid, { signal })
    },
    done: { '/': 'v0', '/h': 'three' }
  },
  'collecting garbage': {
    run: async (node) => {
      await collectGarbage(node, { signal, report: () => {} })
    },
    done: before
  }
}

describe.each(Object.entries(scenarios))('a kill while %s', (_, { run, done }) => {
  it('leaves the tree as before or as after the change, at every step', async () => {
    await killAtEachStep({
      prepare: async (node) => {
        for (const [path, text] of Object.entries(before)) {
          if (!path.endsWith('/')) {
            await writeFile(node, path, text)
          }
        }
      },
      run,

      check: async ({ node }, killed) => {
        const found = await tree(node)
        expect(killed ? [before, done] : [done]).toContainEqual(found)
        await writeFile(node, '/after', 'x')
        expect(await tree(node)).toEqual({ ...found, '/after': 'x' })
      }
    })
  })
})
