import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add } from '../api/add.ts'
import { blockReader } from '../blocks/reader/block-reader.ts'
import { toBytes } from '../bytes/to-bytes.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { collectGarbage } from '../repo/gc/gc.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { killableBlockstore } from '../testing/store/killable.ts'
import { TestNode } from '../testing/test-node.ts'
import { decodeUnixfsNode } from '../unixfs/format/unixfs-node.ts'
import { readFile } from '../unixfs/read/file/read-file.ts'

const { signal } = new AbortController()

function options (node: IpfsNode, flush = true) {
  return { blocks: blockReader(node.blockstore, undefined), signal, flush }
}

async function* textBytes (content: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content)
}

async function writeFile (
  node: IpfsNode,
  path: string,
  content: string,
  { flush = true, offset = 0 } = {}
): Promise<void> {
  await node.mfs.write(path, textBytes(content), { ...options(node, flush), create: true, parents: true, offset })
}

/** A file's text, or a directory's entries. */
type Tree = string | { [name: string]: Tree }

async function treeAt (node: IpfsNode, path = '/'): Promise<Tree> {
  const { blocks } = options(node)
  const found = await node.mfs.list(path, options(node))

  if (!('directory' in found)) {
    return new TextDecoder().decode(await toBytes(readFile(found.link.cid, { blocks, signal }), { signal }))
  }

  const entries: Record<string, Tree> = {}

  for await (
    const { name } of found.directory.kind === 'basic'
      ? found.directory.links
      : found.directory.links({ blocks, signal })
  ) {
    entries[name] = await treeAt(node, `${path === '/' ? '' : path}/${name}`)
  }

  return entries
}

function entryOf (tree: Tree, names: string[]): Tree | undefined {
  return names.reduce<Tree | undefined>((at, name) => typeof at === 'object' ? at[name] : undefined, tree)
}

type Step =
  | { do: 'write'; path: string[]; content: string; flush: boolean }
  | { do: 'mkdir' | 'rm' | 'chmod'; path: string[]; flush: boolean }
  | { do: 'cp' | 'mv'; path: string[]; to: string[]; flush: boolean }
  | { do: 'flush' | 'gc' | 'restart' }

const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
const flush = fc.boolean()
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), path, content: fc.constantFrom('x', 'long text', ''), flush }),
  fc.record({ do: fc.constantFrom('mkdir' as const, 'rm' as const, 'chmod' as const), path, flush }),
  fc.record({ do: fc.constantFrom('cp' as const, 'mv' as const), path, to: path, flush }),
  fc.record({ do: fc.constantFrom('flush' as const, 'gc' as const, 'restart' as const) })
)

/** Applies a step to a plain tree. Returns whether it is allowed. */
function toModel (tree: { [name: string]: Tree }, step: Step): boolean {
  if (!('path' in step)) {
    return true
  }
  const parent = entryOf(tree, step.path.slice(0, -1))
  const name = step.path[step.path.length - 1]
  const there = entryOf(tree, step.path)

  switch (step.do) {
    case 'write':
      if (typeof parent !== 'object' || typeof there === 'object') {
        return false
      }
      parent[name] = step.content + (there ?? '').slice(step.content.length)
      return true
    case 'mkdir':
      if (typeof parent !== 'object' || there != null) {
        return false
      }
      parent[name] = {}
      return true
    case 'rm':
      if (typeof parent !== 'object' || there == null) {
        return false
      }
      delete parent[name]
      return true
    case 'chmod':
      return there != null
    case 'cp': {
      const target = entryOf(tree, step.to.slice(0, -1))
      if (there == null || typeof target !== 'object' || entryOf(tree, step.to) != null) {
        return false
      }
      target[step.to[step.to.length - 1]] = structuredClone(there)
      return true
    }

    case 'mv':
      return there != null && moveInModel(tree, there, step)
  }
}

/** Moves an entry in a plain tree; into the directory that is at the target, if any. Returns whether it is allowed. */
function moveInModel (
  tree: { [name: string]: Tree },
  moved: Tree,
  { path, to }: { path: string[]; to: string[] }
): boolean {
  const name = path[path.length - 1]
  let target = entryOf(tree, to.slice(0, -1))
  let as = to[to.length - 1]
  if (typeof target !== 'object') {
    return false
  }
  if (`${path}` === `${to}`) {
    return true
  }
  const old = target[as]
  if (typeof old === 'object') {
    target = old
    as = name
    if (`${path}` === `${[...to, as]}`) {
      return false // the target has an entry of that name: itself
    }
  }
  const inside = typeof moved === 'object' && (`${to},`.startsWith(`${path},`))
  if (inside || (typeof old === 'object' && target[as] != null)) {
    return false
  }
  target[as] = moved
  delete (entryOf(tree, path.slice(0, -1)) as Record<string, Tree>)[name]
  return true
}

async function toNode (node: IpfsNode, step: Step): Promise<void> {
  const at = 'path' in step ? `/${step.path.join('/')}` : '/'

  switch (step.do) {
    case 'write':
      await node.mfs.write(at, textBytes(step.content), { ...options(node, step.flush), create: true, parents: false })
      break
    case 'mkdir':
      await node.mfs.makeDirectory(at, { ...options(node, step.flush), parents: false })
      break
    case 'rm':
      await node.mfs.remove(at, { ...options(node), recursive: true, force: false })
      break
    case 'chmod':
      await node.mfs.setStat(at, { mode: 0o700 }, options(node))
      break
    case 'cp':
      await node.mfs.copy({ path: at }, `/${step.to.join('/')}`, {
        ...options(node, step.flush),
        parents: false,
        force: false
      })
      break
    case 'mv':
      await node.mfs.move(at, `/${step.to.join('/')}`, options(node, step.flush))
      break
    case 'gc':
      await collectGarbage(node, {
        signal,
        report: (result) => {
          if ('error' in result) {
            throw result.error
          }
        }
      })
      break
    default:
      await node.mfs.flush('/', options(node))
  }
}

describe('MFS', () => {
  it.each([undefined, '1B'])('behaves like a plain tree, with directories sharded from %s on', async (threshold) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const config: Record<string, string> = threshold == null
          ? {}
          : { 'Import.UnixFSHAMTDirectorySizeThreshold': threshold }
        let app = await TestNode.start({ config })
        const model: { [name: string]: Tree } = {}

        for (const step of steps) {
          const may = toModel(model, step)
          const did = await toNode(app.node, step).then(() => true, () => false)
          expect([step, did]).toEqual([step, may])
          expect(await treeAt(app.node)).toEqual(model)

          if (step.do === 'restart') {
            app = await TestNode.start({ config, blockstore: app.node.blockstore, datastore: app.node.datastore })
            expect(await treeAt(app.node)).toEqual(model)
          }
        }
      }),
      { numRuns: 60 }
    )
  })

  it('can be empty and sharded', async () => {
    const { node } = await TestNode.start({ config: { 'Import.UnixFSHAMTDirectorySizeThreshold': '1B' } })
    await writeFile(node, '/a', 'x', { flush: false })
    await node.mfs.remove('/a', { ...options(node), recursive: true, force: false })
    await node.mfs.flush('/', options(node))
    const { node: next } = await TestNode.start({ blockstore: node.blockstore, datastore: node.datastore })
    expect(await treeAt(next)).toEqual({})
    await writeFile(next, '/b', 'y')
    expect(await treeAt(next)).toEqual({ b: 'y' })
  })

  it('loses no change of concurrent writers', async () => {
    const { node } = await TestNode.start()
    await Promise.all(Array.from({ length: 30 }, async (_, i) => {
      await writeFile(node, `/d/${i % 3}/f${i}`, `${i}`)
    }))
    await Promise.all([...'abcdefgh'].map(async (letter, i) => {
      await writeFile(node, '/one', letter, { offset: i })
    }))
    const tree = await treeAt(node) as Record<string, Record<string, Record<string, string>>>
    expect(tree.one).toBe('abcdefgh')
    expect(Object.values(tree.d).flatMap((files) => Object.values(files)).map(Number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, i) => i)
    )
  })

  it('can be changed elsewhere during a write, and the file is not removed meanwhile', async () => {
    const { node } = await TestNode.start()
    let go = (): void => {}
    const waits = new Promise<void>((resolve) => {
      go = resolve
    })
    const slow = (async function* () {
      yield* textBytes('begin ')
      await waits
      yield* textBytes('end')
    })()
    const writing = node.mfs.write('/d/slow', slow, { ...options(node), create: true, parents: true })
    await writeFile(node, '/d/quick', 'here')
    expect(await treeAt(node)).toEqual({ d: { quick: 'here' } })
    const moving = node.mfs.move('/d', '/e', options(node))
    const impatient = node.mfs.remove('/d', {
      ...options(node),
      signal: AbortSignal.abort(new Error('enough')),
      recursive: true,
      force: false
    })
    await expect(impatient).rejects.toThrow('enough')
    go()
    await Promise.all([writing, moving])
    expect(await treeAt(node)).toEqual({ e: { quick: 'here', slow: 'begin end' } })
  })

  it('is unchanged if the content breaks off or the store fails', async () => {
    let fails = false
    const blockstore = killableBlockstore(new MemoryBlockstore(), (what) => {
      if (fails && (what === 'prepare' || what === 'commit')) {
        throw new Error('disk full')
      }
    })
    const app = await TestNode.start({ blockstore })
    await writeFile(app.node, '/f', 'kept')
    await writeFile(app.node, '/open', 'not flushed', { flush: false })
    const blocks = await app.blocks()

    const cut = (async function* () {
      yield new Uint8Array(300_000)
      throw new Error('cut')
    })()
    await expect(app.node.mfs.write('/new/f', cut, { ...options(app.node), create: true, parents: true })).rejects
      .toThrow('cut')
    expect(await app.blocks()).toEqual(blocks)
    expect(await treeAt(app.node)).toEqual({ f: 'kept', open: 'not flushed' })

    fails = true
    await expect(writeFile(app.node, '/f', 'KEPT')).rejects.toThrow('disk full')
    fails = false
    expect(await treeAt(app.node)).toEqual({ f: 'kept', open: 'not flushed' })
    await writeFile(app.node, '/f', 'KEPT')
    expect(await treeAt(app.node)).toEqual({ f: 'KEPT', open: 'not flushed' })
  })

  it('shows unflushed changes and protects them from garbage collection, but loses them at a restart', async () => {
    const app = await TestNode.start()
    await writeFile(app.node, '/d/kept', 'durable')
    await writeFile(app.node, '/d/new', 'seen', { flush: false })
    await collectGarbage(app.node, { signal, report: () => {} })
    expect(await treeAt(app.node)).toEqual({ d: { kept: 'durable', new: 'seen' } })

    const next = await TestNode.start({ blockstore: app.node.blockstore, datastore: app.node.datastore })
    expect(await treeAt(next.node)).toEqual({ d: { kept: 'durable' } })
    await app.node.mfs.flush('/d', options(app.node))
    const last = await TestNode.start({ blockstore: app.node.blockstore, datastore: app.node.datastore })
    expect(await treeAt(last.node)).toEqual({ d: { kept: 'durable', new: 'seen' } })
  })

  it('limits the number of unflushed changes', async () => {
    const { node } = await TestNode.start({ config: { 'Internal.MFSNoFlushLimit': 2 } })
    await writeFile(node, '/1', 'x', { flush: false })
    await writeFile(node, '/2', 'x', { flush: false })
    await expect(writeFile(node, '/3', 'x', { flush: false })).rejects.toMatchObject({ name: 'NoFlushLimitError' })
    await node.mfs.flush('/', options(node))
    await writeFile(node, '/3', 'x', { flush: false })
  })

  it('keeps the content of a file when its mode or time is set, or more bytes are appended', async () => {
    const { node } = await TestNode.start()
    await writeFile(node, '/small', 'abc')
    await writeFile(node, '/large', 'x'.repeat(600_000))

    for (const stat of [{ mode: 0o600 }, { mtime: { secs: 5n, nsecs: 0 } }]) {
      await node.mfs.setStat('/small', stat, options(node))
      await node.mfs.setStat('/large', stat, options(node))
    }

    await writeFile(node, '/small', 'def', { offset: 3 })
    expect(await treeAt(node)).toEqual({ small: 'abcdef', large: 'x'.repeat(600_000) })
  })

  it('rejects moving a directory below itself, and does nothing if it is moved onto itself', async () => {
    const { node } = await TestNode.start()
    await writeFile(node, '/a/b/f', 'x')
    await node.mfs.move('/a', '/a', options(node))
    await expect(node.mfs.move('/a', '/a/b/c', options(node))).rejects.toThrow('into itself')
    await expect(node.mfs.move('/a', '/a/b', options(node))).rejects.toThrow('into itself')
    expect(await treeAt(node)).toEqual({ a: { b: { f: 'x' } } })
  })

  it('accepts another root if it is a directory in the store', async () => {
    const { node } = await TestNode.start()
    await writeFile(node, '/d/f', 'x')
    const { cid } = await node.mfs.node('/d', options(node))
    const file = await node.mfs.node('/d/f', options(node))
    await expect(node.mfs.replaceRoot(file.cid, { signal })).rejects.toThrow('new root must be a directory, got File')
    await node.mfs.replaceRoot(cid, { signal })
    expect(await treeAt(node)).toEqual({ f: 'x' })
  })

  it('does not accept a root that a running garbage collection removes', async () => {
    const { node } = await TestNode.start()
    await writeFile(node, '/d/f', 'x')
    const { cid } = await node.mfs.node('/d', options(node))
    await node.mfs.remove('/d', { ...options(node), recursive: true, force: false })
    const collecting = collectGarbage(node, { signal, report: () => {} })
    await expect(node.mfs.replaceRoot(cid, { signal })).rejects.toThrow('does not exist locally')
    await collecting
    expect(await treeAt(node)).toEqual({})
  })

  it('fetches missing blocks without blocking other requests', async () => {
    const far = await TestNode.start()
    await writeFile(far.node, '/d/f', 'far away')
    const { cid } = await far.node.mfs.node('/d', options(far.node))
    const { node } = await TestNode.start()
    let fetched = 0
    let slow: Promise<void> = Promise.resolve()
    const blocks = blockReader(node.blockstore, {
      get: async (cid) => {
        fetched++
        await slow
        return await far.node.blockstore.bytes(cid)
      }
    })
    await node.mfs.copy(cid, '/far', { blocks, signal, flush: true, parents: false, force: false })
    expect(fetched).toBe(1)
    await expect(node.mfs.node('/far/f', options(node))).rejects.toThrow('block was not found locally (offline)')

    let go = (): void => {}
    slow = new Promise((resolve) => {
      go = resolve
    })
    const looking = node.mfs.setStat('/far/f', { mode: 0o600 }, { blocks, signal })
    await writeFile(node, '/near', 'x')
    go()
    await looking
    await expect(node.blockstore.has((await node.mfs.node('/far/f', options(node))).cid)).resolves.toBe(true)
  })
})

describe('a write', () => {
  it('reads the way to its file twice: for the plan, and for the commit', async () => {
    const reads: string[] = []
    const blockstore = new MemoryBlockstore()
    const first = await TestNode.start({ blockstore })
    await writeFile(first.node, '/a/b/f', 'x')
    const { cid } = await first.node.mfs.node('/a/b', options(first.node))
    const bytes = blockstore.bytes.bind(blockstore)
    blockstore.bytes = async (cid, options) => {
      reads.push(cid.toString())
      return await bytes(cid, options)
    }
    const { node } = await TestNode.start({ blockstore, datastore: first.node.datastore })
    const blocks = blockReader(node.blockstore, {
      get: async () => {
        throw new Error('everything is stored')
      }
    })
    await node.mfs.write('/a/b/f', textBytes('y'), { ...options(node), blocks, create: false, parents: false })
    expect(reads.filter((read) => read === cid.toString())).toHaveLength(2)
    expect(await treeAt(node)).toEqual({ a: { b: { f: 'y' } } })
  })

  it('fetches each block of its plan once, and holds no lock of its path meanwhile', async () => {
    const far = await TestNode.start()
    await writeFile(far.node, '/d/f', 'x'.repeat(600_000))
    const { cid } = await far.node.mfs.node('/', options(far.node))
    const { node } = await TestNode.start()
    const fetched: string[] = []
    let renamed: Promise<void> | undefined
    const blocks = blockReader(node.blockstore, {
      get: async (cid) => {
        fetched.push(cid.toString())
        // Needs the path and the write lock of the collection; runs while the write waits for its last block.
        renamed ??= fetched.length < 4 ? undefined : node.mfs.setStat('/far/d/f', { mode: 0o600 }, options(node))
        await renamed
        await collectGarbage(node, { signal, report: () => {} })
        return await far.node.blockstore.bytes(cid)
      }
    })
    await node.mfs.copy(cid, '/far', { blocks, signal, flush: true, parents: false, force: false })
    await node.mfs.write('/far/d/f', textBytes('end'), {
      blocks,
      signal,
      flush: true,
      create: false,
      parents: false,
      offset: 599_997
    })
    // the root, the directory, the file, and its last leaf
    expect(fetched).toHaveLength(4)
    expect(new Set(fetched).size).toBe(4)
    const file = await node.mfs.file('/far/d/f', options(node))
    const root = decodeUnixfsNode(file.cid, await node.blockstore.bytes(file.cid))
    expect(root.mode).toBe(0o600)
  })
})

// The cache has a limit, which either a read or a change can reach.
it.each([4080, 4081])('accepts any number of writes without flush, after %d reads', async (looks) => {
  const { node } = await TestNode.start()
  const names = Array.from({ length: looks }, (_, i) => `f${i}`)
  const [cid] = await add(
    node,
    names.map((name) => ({ path: `d/${name}`, kind: 'file' as const, content: textBytes('x') }))
  )
  await node.mfs.copy(cid, '/d', { ...options(node), parents: false, force: false })
  await writeFile(node, '/new/a', 'a', { flush: false })
  for (const name of names) {
    await node.mfs.kind(`/d/${name}`, options(node))
  }
  for (let i = 0; i < 30; i++) {
    await writeFile(node, `/new/${i}`, 'b', { flush: false })
  }
  expect(Object.keys(await treeAt(node, '/new') as object)).toHaveLength(31)
})
