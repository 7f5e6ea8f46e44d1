import all from 'it-all'
import type { CID } from 'multiformats/cid'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { DagBuilder } from '../../testing/dag/dag-builder.ts'
import { readTar } from '../../testing/dag/read-tar.ts'
import type { NewUnixfsData } from '../format/unixfs-data.ts'
import { loadNode } from '../read/file/load-node.ts'
import type { TarTimes } from './tar-header.ts'
import { writeTar } from './write-tar.ts'

let dag: DagBuilder

beforeEach(() => {
  dag = new DagBuilder()
})

async function tar (cid: CID, name: string, times: TarTimes = 'seconds', now = new Date(1.6e12)): Promise<Uint8Array> {
  return Buffer.concat(await all(writeTar(await loadNode(cid, dag), name, { ...dag, times, now })))
}

function bytes (text: string): NewUnixfsData['data'] {
  const part = new TextEncoder().encode(text)
  return { parts: [part], length: part.length }
}

/** Every case of a header: names that fit, split, or do neither; targets; modes; times of all kinds. */
async function everything (): Promise<CID> {
  const plain = { mtime: { secs: 1_600_000_000n, nsecs: 0 } }
  const file = async (text: string, changes: Partial<NewUnixfsData>): Promise<CID> =>
    await dag.pb([], { type: 2, data: bytes(text), fileSize: text.length, ...changes })
  const long = 'l'.repeat(90)
  const deep = await dag.directory({
    f: await file('f', plain),
    [long]: await dag.directory({ g: await file('g', plain) }, plain)
  }, plain)

  return await dag.directory({
    big: await file('b'.repeat(1000), { mode: 0o4755, mtime: { secs: 981_173_106n, nsecs: 789_012_345 } }),
    early: await file('', { mode: 0o600, mtime: { secs: -2n, nsecs: 250_000_000 } }),
    late: await file('late', { mtime: { secs: 2n ** 33n + 1n, nsecs: 0 } }),
    link: await dag.pb([], { type: 4, data: bytes('target'), ...plain }),
    linkLong: await dag.pb([], { type: 4, data: bytes(`${long}${long}`), mtime: { secs: 5n, nsecs: 600_000_000 } }),
    [long]: await dag.directory({ [long]: deep, file: await file('short', plain) }, plain),
    [`${long}${long}`]: await file('long', plain),
    'naïve ☃': await file('x', { mode: 0o1777, mtime: { secs: 1n, nsecs: 500_000_000 } })
  }, { mode: 0o2750, mtime: { secs: 1_700_000_000n, nsecs: 999_999_999 } })
}

// made with Kubo 0.40.0: `get` of this DAG, with and without archive=true
it.each<[TarTimes, string]>([
  ['seconds', '9866b3450b4625556e410e9e382d0723d92a9d30cce7140fbb63e22e9568b789'],
  ['nanoseconds', 'd674da6c251c125d3087624b283a09330b67afecd5e9dd25e52deffc65978f5e']
])('writes the same bytes as Kubo, times in %s', async (times, sha256) => {
  const root = await everything()
  expect(createHash('sha256').update(await tar(root, root.toString(), times)).digest('hex')).toBe(sha256)
})

it('uses default permissions and the current time for entries without', async () => {
  const link = await dag.pb([], { type: 4, data: bytes('to') })
  const root = await dag.directory({ file: (await dag.raw('content')).cid, link, sub: await dag.directory({}) })
  const entries = readTar(await tar(root, 'root'), true)
  expect(entries.map(({ name, mode, type, linkname }) => [name, mode, type, linkname])).toMatchObject([
    ['root', '755', 'dir', undefined],
    ['root/file', '644', 'file', undefined],
    ['root/link', '777', 'symlink', 'to'],
    ['root/sub', '755', 'dir', undefined]
  ])
})

describe('names that leave the archive', () => {
  it.each(['..', '../x', '../rootx', 'a/../../../x', '/../x'])('%s', async (name) => {
    const root = await dag.directory({ [name]: (await dag.raw('x')).cid })
    await expect(tar(root, 'root')).rejects.toThrow(
      'relative UnixFS paths outside the root are not allowed, use CAR instead'
    )
  })

  it.each([['a/b', 'root/a/b'], ['./a', 'root/a'], ['a/../b', 'root/b'], ['../root/x', 'root/x'], ['/x', 'root/x']])(
    '%s stays inside',
    async (name, path) => {
      const root = await dag.directory({ [name]: (await dag.raw('x')).cid })
      expect(readTar(await tar(root, 'root'), true).map(({ name }) => name)).toEqual(['root', path])
    }
  )
})

it('rejects a name with a zero byte', async () => {
  const root = await dag.directory({ 'a\0b': (await dag.raw('x')).cid })
  await expect(tar(root, 'root')).rejects.toThrow('archive/tar: invalid tar header')
})

it('descends into deeply nested directories', async () => {
  let cid = await dag.directory({})

  for (let i = 0; i < 5000; i++) {
    cid = await dag.directory({ d: cid })
  }

  expect(readTar(await tar(cid, 'root'), false)).toHaveLength(5001)
})

it('holds entries of a few levels only, for any nesting of directories', async () => {
  const LEVELS = 40
  const { cid: leaf } = await dag.raw('x')
  let directory = await dag.directory({ leaf })
  for (let level = 0; level < LEVELS; level++) {
    directory = await dag.directory({ a: leaf, b: directory, c: leaf, d: leaf })
  }

  let open = 0
  let most = 0
  const getMany: BlockReader['getMany'] = async function* (cids, options) {
    most = Math.max(most, ++open)
    try {
      yield* dag.blocks.getMany(cids, options)
    } finally {
      open--
    }
  }
  const archive = Buffer.concat(
    await all(writeTar(await loadNode(directory, dag), 'r', { ...dag, blocks: { ...dag.blocks, getMany } }))
  )
  const names = readTar(archive, false).map(({ name }) => name)
  expect(names.filter((name) => /\/[acd]$/.test(name))).toHaveLength(3 * LEVELS)
  expect(names.at(-1)).toBe('r/d')
  expect(most).toBeLessThanOrEqual(5)
  expect(open).toBe(0)
})
