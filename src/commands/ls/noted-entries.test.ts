import 'fake-indexeddb/auto'

import { MemoryDatastore } from 'datastore-core'
import { IDBFactory } from 'fake-indexeddb'
import type { Datastore } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPackedBlockstore } from '../../store/packed/open-packed-blockstore.ts'
import type { PackedBlockstore } from '../../store/packed/packed-blockstore.ts'
import { TestNode } from '../../testing/test-node.ts'

const COUNT = 600

let indexedDB: IDBFactory
let blockstore: PackedBlockstore
let datastore: Datastore
let node: TestNode
/** blocks that were read */
let read: Set<string>

/** Starts a node on the repo, with empty caches. */
async function restart (): Promise<void> {
  blockstore = await openPackedBlockstore('blocks', { indexedDB })
  const { readBatches, bytes, size } = blockstore
  const note = (cid: CID): CID => {
    read.add(cid.toV1().toString())
    return cid
  }

  vi.spyOn(blockstore, 'readBatches').mockImplementation((cids, options) =>
    readBatches.call(blockstore, [...cids].map(note), options)
  )
  vi.spyOn(blockstore, 'bytes').mockImplementation(async (cid, options) =>
    await bytes.call(blockstore, note(cid), options)
  )
  vi.spyOn(blockstore, 'size').mockImplementation(async (cid, options) =>
    await size.call(blockstore, note(cid), options)
  )
  node = await TestNode.start({ blockstore, datastore })
}

async function ok (target: string, body?: FormData): Promise<string> {
  const { status, text } = await node.rpc(target, { body })
  expect(status, text).toBe(200)
  return text
}

/**
 * Adds files of different sizes, with two kinds of leaves, and folders.
 *
 * @returns CIDs by name
 */
async function addFolder (options = ''): Promise<Map<string, string>> {
  const body = new FormData()

  for (let i = 0; i < COUNT; i++) {
    body.append('file', new Blob(['x'.repeat(i % 50), String(i)]), i % 10 === 0 ? `f/folder-${i}/a` : `f/file-${i}`)
  }

  const lines = (await ok(`add?${options}`, body)).trim().split('\n').map((line) =>
    JSON.parse(line) as { Name: string; Hash: string }
  )
  return new Map(lines.map(({ Name, Hash }) => [Name, Hash]))
}

/** Returns the answer, and the number of entry blocks that were read for it. */
async function look (target: string, entries: Map<string, string>): Promise<{ answer: string; looks: number }> {
  read.clear()
  const answer = await ok(target)
  await blockstore.flush()
  const cids = new Set(
    [...entries].filter(([name]) => /^f\/[^/]+$/.test(name)).map(([, cid]) => CID.parse(cid).toV1().toString())
  )
  return { answer, looks: [...read].filter((cid) => cids.has(cid)).length }
}

beforeEach(async () => {
  indexedDB = new IDBFactory()
  read = new Set()
  datastore = new MemoryDatastore()
  await restart()
})

afterEach(async () => {
  await blockstore.close()
  vi.restoreAllMocks()
})

describe.each([
  ['a plain directory', undefined],
  ['a sharded directory', 'config?arg=Import.UnixFSHAMTDirectorySizeThreshold&arg=1kB']
])('%s', (_, setting) => {
  beforeEach(async () => {
    if (setting != null) {
      await ok(setting)
    }
  })

  it.each(['', 'cid-version=1'])('is read once, with add?%s', async (options) => {
    const entries = await addFolder(options)
    await ok(`files/cp?arg=/ipfs/${entries.get('f')}&arg=/f`)

    for (
      const target of [
        `ls?arg=${entries.get('f')}`,
        'files/ls?arg=/f&long=true',
        `ls?arg=${entries.get('f')}&stream=true`
      ]
    ) {
      const before = await look(target, entries)
      await blockstore.close()
      await restart()
      expect(await look(target, entries)).toEqual({ answer: before.answer, looks: 0 })
    }
  })

  it.each(['', 'cid-version=1', 'trickle=true', 'chunker=size-20'])(
    'is not read after add?%s, which has recorded its entries',
    async (options) => {
      const entries = await addFolder(options)
      await ok(`files/cp?arg=/ipfs/${entries.get('f')}&arg=/f`)
      await blockstore.flush()
      await blockstore.close()
      await restart()
      expect((await look(`ls?arg=${entries.get('f')}`, entries)).looks).toBe(0)
      expect((await look('files/ls?arg=/f&long=true', entries)).looks).toBe(0)
    }
  )

  it.each(['', 'cid-version=1', 'trickle=true', 'chunker=size-20&raw-leaves=true'])(
    'has equal answers with and without notes, after add?%s',
    async (options) => {
      const entries = await addFolder(options)
      await ok(`files/cp?arg=/ipfs/${entries.get('f')}&arg=/f`)
      const targets = [
        `ls?arg=${entries.get('f')}`,
        `ls?arg=${entries.get('f')}&size=false&resolve-type=false`,
        'files/ls?arg=/f&long=true'
      ]
      const noted: string[] = []
      for (const target of [...targets, ...targets]) {
        noted.push(await ok(target))
      }
      vi.spyOn(blockstore.notes, 'read').mockImplementation(async (keys) => ({
        notes: keys.map(() => undefined),
        epoch: undefined
      }))
      const plain: string[] = []
      for (const target of targets) {
        plain.push(await ok(target))
      }
      expect(noted).toEqual([...plain, ...plain])
    }
  )

  it('reports a missing entry as before, and all entries again when it is available', async () => {
    const entries = await addFolder()
    const target = `ls?arg=${entries.get('f')}`
    const before = await look(target, entries)
    await ok(`pin/rm?arg=${entries.get('f')}`)
    expect(await ok(`block/rm?arg=${entries.get('f/file-7')}`)).toBe(`{"Hash":"${entries.get('f/file-7')}"}\n`)
    const { status, text } = await node.rpc(target)
    expect(status).toBe(500)
    expect(text).toContain(`could not find ${entries.get('f/file-7')}`)
    await addFolder()
    expect((await look(target, entries)).answer).toBe(before.answer)
    expect((await look(target, entries)).looks).toBe(0)
    await ok(`pin/rm?arg=${entries.get('f')}`)
    await ok('repo/gc')
    expect((await node.rpc(target)).status).toBe(500)
  })
})

it('reads only the changed part of a directory', async () => {
  await ok('config?arg=Import.UnixFSHAMTDirectorySizeThreshold&arg=1kB')
  const entries = await addFolder()
  await ok(`files/cp?arg=/ipfs/${entries.get('f')}&arg=/f`)
  await look('files/ls?arg=/f&long=true', entries)
  const body = new FormData()
  body.append('file', new Blob(['new']), 'new')
  await ok('files/write?arg=/f/new&create=true', body)
  const { answer, looks } = await look('files/ls?arg=/f&long=true', entries)
  expect(JSON.parse(answer).Entries).toHaveLength(COUNT + 1)
  expect(looks).toBeLessThan(COUNT / 4)
  expect((await look('files/ls?arg=/f&long=true', entries)).answer).toBe(answer)
})

it('reports permissions, times and targets of links each time', async () => {
  const body = new FormData()
  for (let i = 0; i < 8; i++) {
    body.append('file', new Blob(['x']), `f/${i}`)
  }
  body.append('file', new Blob(['/target'], { type: 'application/symlink' }), 'f/link')
  const added = await ok('add?mode=0603&mtime=1700000003', body)
  const root = (JSON.parse(added.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  const first = await ok(`ls?arg=${root}`)
  await blockstore.close()
  await restart()
  expect(await ok(`ls?arg=${root}`)).toBe(first)
  const links = (JSON.parse(first) as {
    Objects: Array<{ Links: Array<{ Name: string; Mode: number; Target: string; ModTime: string }> }>
  }).Objects[0].Links
  expect(links[3]).toMatchObject({ Name: '3', Mode: 0o603, ModTime: '2023-11-14T22:13:23Z' })
  expect(links[8]).toMatchObject({ Name: 'link', Target: '/target' })
})
