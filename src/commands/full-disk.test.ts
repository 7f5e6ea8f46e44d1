import 'fake-indexeddb/auto'

import { expect, it } from 'vitest'
import { openDatastore } from '../store/datastore/open-datastore.ts'
import { openBlockstore } from '../store/open/open-blockstore.ts'
import { fakeDisk } from '../testing/store/fake-disk.ts'
import { TestNode } from '../testing/test-node.ts'

const disk = fakeDisk()

async function start (name: string, type: string): Promise<TestNode> {
  const datastore = await openDatastore(`${name}-data`)
  return await TestNode.start({ datastore, blockstore: await openBlockstore(name, { type }, datastore), online: false })
}

function upload (...texts: string[]): { body: FormData } {
  const body = new FormData()
  texts.forEach((text, i) => {
    body.append('file', new Blob([text]), `${i}`)
  })
  return { body }
}

async function add (node: TestNode, query: string, ...texts: string[]): Promise<string[]> {
  const { status, lines, text } = await node.rpc(`add?${query}`, upload(...texts))
  expect(status, text).toBe(200)
  return lines.map((line) => (line as { Hash: string }).Hash)
}

async function fine (node: TestNode, target: string): Promise<unknown> {
  const { status, text, lines, trailer } = await node.rpc(target)
  expect([target, status, trailer], text).toEqual([target, 200, undefined])
  return lines[0]
}

it.each(['packed-idb', 'idb'])(
  'a node with a full disk reads, lists its content, makes room, and adds again (%s)',
  async (type) => {
    const name = `life-${type}`
    const first = await start(name, type)
    const big = 'a file of many blocks, '.repeat(40_000)
    const kept = await add(first, 'cid-version=1', 'one', 'two', 'three', 'four')
    const [large] = await add(first, 'chunker=size-65536', big)
    await fine(first, `pin/add?arg=${kept[0]}&name=first`)
    const peer = (await fine(first, 'id')) as { ID: string }
    await first.node.stop()

    Object.assign(disk, { room: 0, puts: 0 })
    const node = await start(name, type)
    expect(disk.puts).toBe(0)

    // Commands that read.
    expect(await fine(node, 'id')).toMatchObject({ ID: peer.ID })
    expect((await node.rpc(`cat?arg=${large}`)).text).toBe(big)
    expect((await node.rpc(`cat?arg=${kept[2]}`)).text).toBe('three')
    await fine(node, 'pin/ls?type=all')
    await fine(node, `pin/ls?arg=${kept[1]}`)
    await fine(node, 'pin/verify')
    await fine(node, 'repo/verify')
    await fine(node, `dag/stat?arg=${large}`)
    expect(await fine(node, 'repo/stat')).toMatchObject({ NumObjects: 5 + 16 })

    // Commands that write report the reason, and leave nothing.
    const blocks = await node.blocks()
    for (const query of ['add', 'add?pin=false', 'block/put']) {
      const refused = await node.rpc(query, upload('more', 'and more'))
      expect([query, refused.text + refused.trailer]).toEqual([query, expect.stringMatching(/no space left/)])
    }
    expect((await node.rpc('config?arg=Gateway.RootRedirect&arg=/x')).status).toBe(500)
    expect(await node.blocks()).toEqual(blocks)

    // Commands that make room.
    await fine(node, `pin/rm?arg=${large}`)
    await fine(node, 'repo/gc')
    expect((await node.rpc(`cat?arg=${large}&offline=true`)).status).toBe(500)
    await fine(node, `pin/rm?arg=${kept[3]}`)
    await fine(node, `block/rm?arg=${kept[3]}`)
    expect(await fine(node, 'repo/stat')).toMatchObject({ NumObjects: 4 })
    await fine(node, 'pin/verify')
    await node.node.stop()

    // A kill, and still no room.
    const full = await start(name, type)
    expect(await fine(full, 'repo/stat')).toMatchObject({ NumObjects: 4 })
    expect((await full.rpc(`cat?arg=${kept[1]}`)).text).toBe('two')
    expect(JSON.stringify((await full.rpc('pin/ls?names=true')).lines)).toContain('first')

    disk.room = Infinity
    const [again] = await add(full, 'cid-version=1', 'there is room again')
    expect((await full.rpc(`cat?arg=${again}`)).text).toBe('there is room again')
    expect(await fine(full, 'repo/stat')).toMatchObject({ NumObjects: 5 })
    await fine(full, 'repo/verify')
    await full.node.stop()
  }
)
