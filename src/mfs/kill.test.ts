import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { blockReader } from '../blocks/block-reader.ts'
import { toBytes } from '../bytes/to-bytes.ts'
import { collectGarbage } from '../repo/gc/gc.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import { killAtEachStep } from '../testing/kill-at-each-step.ts'
import { readFile } from '../unixfs/read/read-file.ts'

const { signal } = new AbortController()

function options (node: IpfsNode) {
  return { blocks: blockReader(node.blockstore, undefined), signal, flush: true }
}

async function * text (content: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content)
}

async function write (node: IpfsNode, path: string, content: string): Promise<void> {
  await node.mfs.write(path, text(content), { ...options(node), create: true, parents: true })
}

/** Paths and contents of all files. */
async function tree (node: IpfsNode, path = '/'): Promise<Record<string, string>> {
  const { blocks } = options(node)
  const found = await node.mfs.list(path, options(node))
  const files: Record<string, string> = {}

  if (!('directory' in found)) {
    return { [path]: new TextDecoder().decode(await toBytes(readFile(found.link.cid, { blocks, signal }), { signal })) }
  }

  for await (const { name } of found.directory.kind === 'basic' ? found.directory.links : found.directory.links({ blocks, signal })) {
    Object.assign(files, await tree(node, `${path === '/' ? '' : path}/${name}`))
  }

  return files
}

const before = { '/a/f': 'one', '/a/g': 'two', '/b/h': 'three' }

const scenarios: Record<string, { run: (node: IpfsNode) => Promise<void>, done: Record<string, string> }> = {
  'writing a new file': { run: async (node) => { await write(node, '/c/d/new', 'new') }, done: { ...before, '/c/d/new': 'new' } },
  'writing into a file': { run: async (node) => { await write(node, '/a/f', 'ON') }, done: { ...before, '/a/f': 'ONe' } },
  'copying a directory': { run: async (node) => { await node.mfs.copy({ path: '/a' }, '/z', { ...options(node), parents: false, force: false }) }, done: { ...before, '/z/f': 'one', '/z/g': 'two' } },
  'moving a directory': { run: async (node) => { await node.mfs.move('/a', '/b/a', options(node)) }, done: { '/b/a/f': 'one', '/b/a/g': 'two', '/b/h': 'three' } },
  removing: { run: async (node) => { await node.mfs.remove('/a', { ...options(node), recursive: true, force: false }) }, done: { '/b/h': 'three' } },
  'setting a mode': { run: async (node) => { await node.mfs.setStat('/a/f', { mode: 0o600 }, options(node)) }, done: before },
  'collecting garbage': { run: async (node) => { await collectGarbage(node, { signal, report: () => {} }) }, done: before }
}

describe.each(Object.entries(scenarios))('a kill in the middle of %s', (_, { run, done }) => {
  it('leaves the tree as it was or as it was to be, at every step', async () => {
    await killAtEachStep({
      prepare: async (node) => { for (const [path, content] of Object.entries(before)) await write(node, path, content) },
      run,

      check: async ({ node }, killed) => {
        const found = await tree(node)
        expect(killed ? [before, done] : [done]).toContainEqual(found)
        await write(node, '/after', 'x')
        expect(await tree(node)).toEqual({ ...found, '/after': 'x' })
      }
    })
  })
})
