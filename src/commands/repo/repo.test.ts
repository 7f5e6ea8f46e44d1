import { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { verifyBlocks } from '../../repo/verify-blocks.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { cborNode, putBlocks, rawLeaf, smallDag, storeKey } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'

const EMPTY_KEY = 'bafkreiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'

let app: TestNode

beforeEach(async () => {
  app = await TestNode.start()
})

async function rpcText (target: string): Promise<string> {
  return (await app.rpc(`${target}${target.includes('?') ? '&' : '?'}encoding=text`)).text
}

/** Returns a block with the bytes of another one. */
function damaged (block: Block): Block {
  return { cid: block.cid, bytes: rawLeaf('wrong').bytes }
}

describe('repo/gc', () => {
  it('reports errors in the requested ways', async () => {
    const missing = cborNode('missing')
    const root = cborNode('root', [missing.cid])
    await putBlocks(app.node.blockstore, [root])
    await app.node.pins.put({ cid: root.cid, mode: 'recursive', name: '' })
    const first =
      `could not retrieve links for ${missing.cid}: block was not found locally (offline): ipld: could not ` +
      `find ${missing.cid}`
    const second = 'garbage collection aborted: could not retrieve some links'

    expect(await app.rpc('repo/gc')).toMatchObject({
      status: 500,
      lines: [{ Message: `${first}; ${second}`, Code: 0, Type: 'error' }]
    })
    expect(await app.rpc('repo/gc?stream-errors=true')).toMatchObject({
      status: 200,
      lines: [{ Key: null, Error: first }, { Key: null, Error: second }],
      trailer: 'encountered errors during gc run'
    })
    expect(await rpcText('repo/gc?stream-errors=true')).toBe(`Error: ${first}\nError: ${second}\n`)
  })

  it('formats text like the command line', async () => {
    const free = rawLeaf('free')

    for (
      const [query, output] of [['', `removed ${free.cid}\n`], ['quiet=true', `${free.cid}\n`], ['silent=true', ''], [
        'silent=true&stream-errors=true',
        ''
      ]]
    ) {
      await putBlocks(app.node.blockstore, [free])
      expect([query, await rpcText(`repo/gc?${query}`)]).toEqual([query, output])
      expect(await app.node.blockstore.has(free.cid)).toBe(false)
    }
  })

  it('stops when its reader disconnects, and unblocks adds', async () => {
    const garbage = Array.from({ length: 9000 }, (_, i) => rawLeaf(`garbage ${i}`))
    const kept = smallDag('kept')
    await putBlocks(app.node.blockstore, [...garbage, ...kept.blocks])
    await app.rpc(`pin/add?arg=${kept.root}`)

    const reader = (await app.open('repo/gc')).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    ;(await app.node.gcLock.read())()
    expect((await app.blocks()).length).toBeGreaterThan(kept.blocks.length + 1)

    await app.rpc('repo/gc')
    expect(await app.blocks()).toEqual([EMPTY_KEY, ...kept.blocks.map(storeKey)].sort())
  })

  it('is not delayed by a stalled reader', async () => {
    await putBlocks(app.node.blockstore, Array.from({ length: 5000 }, (_, i) => rawLeaf(`garbage ${i}`)))
    const response = await app.open('repo/gc')
    ;(await app.node.gcLock.read())()
    expect(await app.blocks()).toEqual([EMPTY_KEY])
    expect((await response.text()).split('\n')).toHaveLength(5001)
  })
})

describe('repo/stat', () => {
  it('counts blocks and bytes', async () => {
    await putBlocks(app.node.blockstore, [rawLeaf('12345')])
    expect((await app.rpc('repo/stat')).text).toBe(
      `{"RepoSize":9,"StorageMax":10000000000,"NumObjects":2,"RepoPath":"/swipfs","Version":"fs-repo@18"}\n`
    )
    expect(await rpcText('repo/stat')).toBe(
      'NumObjects: 2\nRepoSize:   9\nStorageMax: 10000000000\nRepoPath:   /swipfs\nVersion:    fs-repo@18\n'
    )
    expect(await rpcText('repo/stat?size-only=true&human=true')).toBe('RepoSize:   9 B\nStorageMax: 10 GB\n')
    expect((await app.rpc('stats/repo?size-only=true')).text).toBe(
      '{"RepoSize":9,"StorageMax":10000000000,"NumObjects":0,"RepoPath":"","Version":""}\n'
    )
  })

  it('shows the limit of the configuration', async () => {
    app = await TestNode.start({ config: { 'Datastore.StorageMax': '' } })
    expect((await app.rpc('repo/stat?size-only=true')).text).toContain('"StorageMax":18446744073709551615')
    await app.node.config.set('Datastore.StorageMax', '1GB')
    expect((await app.rpc('repo/stat?size-only=true')).text).toContain('"StorageMax":1000000000')
  })
})

describe('repo/verify', () => {
  const good = rawLeaf('good')
  const bad = [rawLeaf('bad 1'), cborNode('bad 2')]

  async function damagedStore (): Promise<MemoryBlockstore> {
    const store = new MemoryBlockstore()
    await putBlocks(store, [good, ...bad.map(damaged)])
    return store
  }

  function corrupt (block: Block): string {
    return `block ${storeKey(block)} was corrupt (block in storage has different hash than requested)`
  }

  function messages (lines: unknown[]): string[] {
    return lines.map((line) => (line as { Msg: string }).Msg).filter((message) => message !== '')
  }

  it('reads every block and counts', async () => {
    app = await TestNode.start({ blockstore: await damagedStore() })
    const { status, lines, trailer } = await app.rpc('repo/verify')
    expect([status, trailer]).toEqual([200, 'verify complete, 2 blocks corrupt'])
    expect(messages(lines)).toEqual(bad.map(corrupt))
    expect(lines.filter((line) => (line as { Msg: string }).Msg === '')).toEqual(
      [1, 2, 3, 4].map((Progress) => ({ Msg: '', Progress }))
    )
    expect(await rpcText('repo/verify')).toContain(`${corrupt(bad[0])}\n2 blocks processed.\r`)
  })

  it('drops corrupt blocks', async () => {
    app = await TestNode.start({ blockstore: await damagedStore() })
    expect(messages((await app.rpc('repo/verify?drop=true')).lines)).toEqual([
      ...bad.map((block) => `${corrupt(block)}, removed`),
      'verify complete, 2 blocks corrupt, 2 removed'
    ])
    expect(await app.blocks()).toEqual([EMPTY_KEY, storeKey(good)].sort())
    expect((await app.rpc('repo/verify')).lines.at(-1)).toEqual({
      Msg: 'verify complete, all blocks validated.',
      Progress: 0
    })
  })

  it('needs the network to heal', async () => {
    const messageOf = async (target: string): Promise<unknown> => (await app.rpc(target)).lines[0]
    expect(await messageOf('repo/verify?heal=true')).toMatchObject({
      Message: "this command must be run in online mode. Try running 'ipfs daemon' first"
    })
    expect(await messageOf('repo/verify?heal-timeout=5')).toMatchObject({
      Message: 'invalid heal-timeout: time: missing unit in duration "5"'
    })
    expect(await messageOf('repo/verify?heal-timeout=-1s')).toMatchObject({ Message: 'heal-timeout must be >= 0' })
  })

  it('gives up healing a block that no peer has', async () => {
    app = await TestNode.start({ blockstore: await damagedStore(), online: true })
    const { lines, trailer } = await app.rpc('repo/verify?heal=true&heal-timeout=10ms')
    expect(messages(lines)).toEqual(
      bad.map((block) => `${corrupt(block)}, removed, failed to heal (context deadline exceeded)`)
    )
    expect(trailer).toBe('verify complete, 2 blocks corrupt, 2 removed, 2 failed to heal')
  })

  it('heals with blocks of peers', async () => {
    const store = await damagedStore()
    const blocks = {
      get: async (cid: CID) => {
        const { bytes } = bad.find((block) => storeKey(block) === cid.toString()) as Block
        await store.put(cid, bytes)
        return bytes
      }
    }
    const states: string[] = []

    for await (
      const { state, message } of verifyBlocks(store, {
        repair: { blocks: blocks as unknown as BlockReader, timeoutMs: 0 },
        signal: new AbortController().signal
      })
    ) {
      states.push(state)
      if (state === 'healed') {
        expect(message).toMatch(/ was corrupt \(.*\), removed, healed$/)
      }
    }

    expect(states.sort()).toEqual(['healed', 'healed', 'valid'])
    expect(await store.bytes(bad[0].cid)).toEqual(bad[0].bytes)
  })

  it('names blocks that it could not remove, and skips those that were removed meanwhile', async () => {
    const store = await damagedStore()
    const going = rawLeaf('going')
    await store.put(going.cid, going.bytes)
    const reading = store.bytes.bind(store)
    const removing = store.remove.bind(store)
    store.remove = async () => {
      throw new Error('it holds on')
    }

    store.bytes = async (cid, options) => {
      if (cid.equals(CID.parse(storeKey(going)))) {
        await removing([cid])
      }
      return await reading(cid, options)
    }

    app = await TestNode.start({ blockstore: store })
    const { lines, trailer } = await app.rpc('repo/verify?drop=true')
    expect(messages(lines)).toEqual(bad.map((block) => `${corrupt(block)}, failed to remove (it holds on)`))
    expect(trailer).toBe('verify complete, 2 blocks corrupt, 2 failed to remove')
    expect(lines).toHaveLength(6)
  })

  it('stops when its reader disconnects', async () => {
    const blocks = Array.from({ length: 100 }, (_, i) => rawLeaf(`${i}`))
    await putBlocks(app.node.blockstore, blocks)
    const reader = (await app.open('repo/verify')).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect((await app.rpc('repo/verify?timeout=1s')).lines).toHaveLength(102)
  })
})

it('lists every block, and shows the version', async () => {
  await putBlocks(app.node.blockstore, [cborNode('x')])
  expect((await rpcText('repo/ls')).split('\n').sort()).toEqual(['', EMPTY_KEY, storeKey(cborNode('x'))].sort())
  expect(await rpcText('repo/version')).toBe('ipfs repo version fs-repo@18\n')
  expect((await app.rpc('repo/migrate')).status).toBe(404)
})
