import { exporter } from 'ipfs-unixfs-exporter'
import type { ReadableStorage, UnixFSEntry } from 'ipfs-unixfs-exporter'
import all from 'it-all'
import { CID } from 'multiformats/cid'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DagBuilder } from '../../../testing/dag/dag-builder.ts'
import { IMPORT_DEFAULTS } from '../../../testing/dag/import-options.ts'
import type { ImportEntry } from '../../format/import-entry.ts'
import { DEFAULT_LIMITS } from '../../import/directory/limits.ts'
import { importEntries } from '../../import/entries/import-entries.ts'
import type { ImportOptions } from '../../import/entries/import-options.ts'
import { listDirectory } from '../directory/list-directory.ts'
import { lookup } from '../directory/lookup.ts'
import { loadNode } from './load-node.ts'
import { readFile } from './read-file.ts'

// Compares two readers on the importer's output: ipfs-unixfs-exporter, an independent implementation, and ours. Both
// must return the input.

const DEFAULTS: ImportOptions = {
  ...IMPORT_DEFAULTS,
  cidVersion: 1,
  rawLeaves: true,
  preserveMode: true,
  preserveMtime: true
}

/** Options for files with mode and mtime. A raw leaf cannot store them; `add` takes care of that. */
const WITH_STAT: Partial<ImportOptions> = { rawLeaves: false }

interface Source {
  bytes?: Uint8Array
  target?: string
  mode?: number
  mtime?: { secs: number; nsecs: number }
}

/** The entry at a path. Mode and mtime are omitted if there are none. */
interface Found {
  kind: 'file' | 'directory' | 'symlink'
  bytes?: string
  target?: string
  mode?: number
  mtime?: string
}

type Tree = Record<string, Found>

/** Returns deterministic noise, in which content-defined chunkers find boundaries. */
function noise (length: number, seed = 1): Uint8Array {
  let state = seed
  return Uint8Array.from({ length }, () => (state = Math.imul(state, 1103515245) + 12345 | 0) >>> 16 & 0xff)
}

/** Formats bytes so that differences are readable. */
const print = (bytes: Uint8Array): string =>
  `${bytes.length} bytes of ${createHash('sha256').update(bytes).digest('base64')}`
const time = (secs: bigint | number, nsecs = 0): string => `${secs}.${nsecs}`

function kindOf ({ bytes, target }: Source): ImportEntry['kind'] {
  if (bytes != null) {
    return 'file'
  }
  return target != null ? 'symlink' : 'directory'
}

async function* upload (sources: Record<string, Source>): AsyncGenerator<ImportEntry> {
  for (const [path, { bytes, target, mode, mtime }] of Object.entries(sources)) {
    const kind = kindOf({ bytes, target })
    yield {
      path,
      kind,
      content: bytes == null ? undefined : (async function* () {
        yield bytes.slice()
      })(),
      target,
      mode,
      mtime
    }
  }
}

async function importTree (
  sources: Record<string, Source>,
  options: Partial<ImportOptions> = {}
): Promise<{ dag: DagBuilder; root: CID }> {
  const dag = new DagBuilder()
  const sink = async (cid: CID, bytes: Uint8Array): Promise<void> => {
    await dag.store.put(cid, bytes)
  }
  const events = await all(importEntries(upload(sources), { ...DEFAULTS, sink, ...options }))
  const root = events.findLast(({ type }) => type === 'root')
  return { dag, root: (root as { cid: CID }).cid }
}

function expected (sources: Record<string, Source>): Tree {
  return Object.fromEntries(
    Object.entries(sources).map(([path, { bytes, target, mode, mtime }]) => [path, {
      kind: kindOf({ bytes, target }),
      ...(bytes == null ? {} : { bytes: print(bytes) }),
      ...(target == null ? {} : { target }),
      ...(mode == null ? {} : { mode }),
      ...(mtime == null ? {} : { mtime: time(mtime.secs, mtime.nsecs) })
    }])
  )
}

/** Returns a store for the exporter. Inlined blocks are decoded from their CIDs, since stores do not contain them. */
function storage (dag: DagBuilder): ReadableStorage {
  return {
    async *get (cid) {
      yield await dag.blocks.get(CID.decode(cid.bytes), dag)
    }
  }
}

async function theirs ({ dag, root }: { dag: DagBuilder; root: CID }): Promise<Tree> {
  const tree: Tree = {}

  const visit = async (path: string, entry: UnixFSEntry): Promise<void> => {
    if (entry.type === 'directory') {
      tree[path] = { kind: 'directory', ...withoutDefaults(entry.unixfs, 0o755) }

      for await (const { name, cid } of entry.entries()) {
        await visit(path === '' ? name : `${path}/${name}`, await exporter(cid as CID, storage(dag)))
      }
    } else if (entry.type === 'file' && entry.unixfs.type === 'symlink') {
      tree[path] = {
        kind: 'symlink',
        target: new TextDecoder().decode(entry.unixfs.data),
        ...withoutDefaults(entry.unixfs, 0o644)
      }
    } else if (entry.type === 'file' || entry.type === 'raw') {
      tree[path] = {
        kind: 'file',
        bytes: print(Buffer.concat(await all(entry.content()))),
        ...(entry.type === 'file' ? withoutDefaults(entry.unixfs, 0o644) : {})
      }
    } else {
      throw new Error(`${path} is a ${entry.type}`)
    }
  }

  await visit('', await exporter(root, storage(dag)))
  return tree
}

/** Removes the defaults that the exporter reports if nothing is stored. */
function withoutDefaults (
  { mode, mtime }: { mode?: number; mtime?: { secs: bigint; nsecs?: number } },
  defaultMode: number
): Partial<Found> {
  return {
    ...(mode == null || mode === defaultMode ? {} : { mode }),
    ...(mtime == null ? {} : { mtime: time(mtime.secs, mtime.nsecs) })
  }
}

async function ours ({ dag, root }: { dag: DagBuilder; root: CID }): Promise<Tree> {
  const tree: Tree = {}

  const visit = async (path: string, cid: CID): Promise<void> => {
    const node = await loadNode(cid, dag)
    const stat = {
      ...(node.mode === 0 ? {} : { mode: node.mode & 0o777 }),
      ...(node.mtime == null ? {} : { mtime: time(node.mtime.secs, node.mtime.nsecs) })
    }

    switch (node.kind) {
      case 'file':
        tree[path] = { kind: 'file', bytes: print(Buffer.concat(await all(readFile(cid, dag)))), ...stat }
        break
      case 'symlink':
        tree[path] = { kind: 'symlink', target: node.target, ...stat }
        break
      case 'directory':
        tree[path] = { kind: 'directory', ...stat }
        for await (const { name, cid } of listDirectory(node, dag)) {
          await visit(path === '' ? name : `${path}/${name}`, cid)
        }
    }
  }

  await visit('', root)
  return tree
}

async function bothRead (sources: Record<string, Source>, options: Partial<ImportOptions> = {}): Promise<void> {
  const imported = await importTree(sources, { wrap: true, ...options })
  const tree = { '': { kind: 'directory' }, ...expected(sources) }
  expect(await theirs(imported)).toEqual(tree)
  expect(await ours(imported)).toEqual(tree)
}

describe('files', () => {
  const sources = Object.fromEntries(
    [0, 1, 999, 1000, 1001, 20_000].map((size): [string, Source] => [`${size} bytes`, { bytes: noise(size, size) }])
  )

  for (const chunker of ['size-1000', 'rabin-256-512-1024']) {
    for (const layout of ['balanced', 'trickle'] as const) {
      for (const [cidVersion, rawLeaves] of [[0, false], [0, true], [1, false], [1, true]] as const) {
        it(
          `of chunker ${chunker}, ${layout}, CIDs of version ${cidVersion}, ${rawLeaves ? 'raw' : 'wrapped'} leaves`,
          async () => {
            await bothRead(sources, { chunker, layout, cidVersion, rawLeaves, maxFileLinks: 3 })
          }
        )
      }
    }
  }

  it('of the chunker buzhash and of the default one, wide', async () => {
    await bothRead({ one: { bytes: noise(1_500_000) } }, { chunker: 'buzhash' })
    await bothRead({ one: { bytes: noise(1_500_000) } })
  })

  it('with other hash functions, and inlined in their CIDs', async () => {
    await bothRead(sources, { hash: 0xb220, chunker: 'size-1000' })
    await bothRead(sources, { inlineLimit: 64, chunker: 'size-1000' })
  })

  it('have the same ranges', async () => {
    const bytes = noise(20_000)

    for (const layout of ['balanced', 'trickle'] as const) {
      const { dag, root } = await importTree({ file: { bytes } }, { chunker: 'size-300', layout, maxFileLinks: 4 })
      const entry = await exporter(root, storage(dag))
      if (entry.type !== 'file') {
        throw new Error(`a ${entry.type}`)
      }

      for (
        const [offset, length] of [[0, 1], [299, 2], [300, 300], [301, 5000], [7777, 12_223], [19_999, 1], [20_000, 0]]
      ) {
        const part = print(bytes.subarray(offset, offset + length))
        expect(print(Buffer.concat(await all(entry.content({ offset, length }))))).toBe(part)
        expect(print(Buffer.concat(await all(readFile(root, { ...dag, offset, length }))))).toBe(part)
      }
    }
  })
})

describe('directories', () => {
  const nested: Record<string, Source> = {
    a: {},
    'a/file': { bytes: noise(100), mode: 0o600, mtime: { secs: 1_700_000_000, nsecs: 123_456_789 } },
    'a/empty': { mode: 0o700, mtime: { secs: -5, nsecs: 0 } },
    'a/link': { target: '../b/naïve ☃' },
    b: { mtime: { secs: 0, nsecs: 7 } },
    'b/naïve ☃': { bytes: noise(3000), mode: 0o444 },
    'b/old link': { target: '/x', mtime: { secs: 12, nsecs: 0 } }
  }

  it('with symlinks, permissions and times', async () => {
    await bothRead(nested, { ...WITH_STAT, chunker: 'size-1000' })
    await bothRead(nested, { ...WITH_STAT, cidVersion: 0, layout: 'trickle' })
  })

  it('each of them sharded', async () => {
    await bothRead(nested, { ...WITH_STAT, directory: { ...DEFAULT_LIMITS, threshold: 1 } })
  })

  it('sharded into several levels, with each width, also by name', async () => {
    const names = Array.from({ length: 400 }, (_, i) => `entry ${i} ☃`)
    const sources = Object.fromEntries(names.map((name, i): [string, Source] => [name, { bytes: noise(5, i) }]))

    for (const fanout of [8, 256]) {
      const directory = { ...DEFAULT_LIMITS, fanout, threshold: 1 }
      await bothRead(sources, { directory })
      const { dag, root } = await importTree(sources, { directory, wrap: true })
      const node = await loadNode(root, dag)
      if (node.kind !== 'directory' || !node.sharded) {
        throw new Error('not sharded')
      }

      for (const name of names.slice(0, 20)) {
        expect(String((await exporter(`${root}/${name}`, storage(dag))).cid)).toBe(
          String(await lookup(node.node, node.data, name, dag))
        )
      }

      await expect(exporter(`${root}/nowhere`, storage(dag))).rejects.toThrow()
      expect(await lookup(node.node, node.data, 'nowhere', dag)).toBeUndefined()
    }
  })
})
