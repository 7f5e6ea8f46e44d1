import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hash } from '../../cid/hash/hash.ts'
import { handleRpc } from '../../rpc/handler.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { QuotaExceededError } from '../../store/quota/quota-exceeded-error.ts'
import { blockOf, carV2Of, encodeCar } from '../../testing/dag/car-fixtures.ts'
import { fileForm } from '../../testing/dag/car-form.ts'
import { cborNode, rawLeaf, smallDag, storeKey } from '../../testing/dag/small-dag.ts'
import { killableBlockstore } from '../../testing/store/killable.ts'
import { TestNode } from '../../testing/test-node.ts'
import { root } from '../root.ts'

const a = smallDag('a')
const b = smallDag('b')
const carA = await encodeCar([a.root], a.blocks)
const carB = await encodeCar([b.root], b.blocks)
const statsOf = (blocks: Array<{ bytes: Uint8Array }>): unknown => ({
  Stats: { BlockCount: blocks.length, BlockBytesCount: blocks.reduce((sum, { bytes }) => sum + bytes.length, 0) }
})
const pinned = (root: CID, PinErrorMsg = ''): unknown => ({ Root: { Cid: { '/': root.toString() }, PinErrorMsg } })

let app: TestNode
let before: string[]

beforeEach(async () => {
  app = await TestNode.start()
  before = await app.blocks()
})

async function importFiles (files: Array<Uint8Array | string>, query = ''): Promise<unknown> {
  const { lines, status, trailer } = await app.rpc(`dag/import?${query}`, { body: fileForm(files) })
  expect(trailer).toBeUndefined()
  return status === 200 ? lines : (lines[0] as { Message: string }).Message
}

describe('a CAR', () => {
  it('is stored and its roots are pinned', async () => {
    expect(await importFiles([carA], 'stats=true')).toEqual([pinned(a.root), statsOf(a.blocks)])
    expect(await app.pins()).toEqual([`recursive ${a.root}`])
    expect(await app.blocks()).toEqual([...before, ...a.blocks.map(storeKey)].sort())
  })

  it('may be one of several, whose roots are pinned when all are stored', async () => {
    const [first, ...rest] = a.blocks
    expect(
      await importFiles(
        [await encodeCar([a.root, b.root], [first]), await encodeCar([a.root], rest), carB],
        'stats=true'
      )
    )
      .toEqual([pinned(a.root), pinned(b.root), statsOf([...a.blocks, ...b.blocks])])
  })

  it('is pinned only on request', async () => {
    expect(await importFiles([carA], 'pin-roots=false')).toEqual([])
    expect(await importFiles([carA], 'pin-roots=false&stats=true')).toEqual([statsOf(a.blocks)])
    expect(await app.pins()).toEqual([])
  })

  it('is written in batches of at most Import.BatchMaxNodes and BatchMaxSize', async () => {
    const blockstore = new MemoryBlockstore()
    const session = vi.spyOn(blockstore, 'session')
    app = await TestNode.start({ blockstore, config: { 'Import.BatchMaxNodes': 3 } })
    await importFiles([carA])
    expect(session).toHaveBeenLastCalledWith({ blocks: 3, bytes: undefined })
    await app.rpc('config?arg=Import.BatchMaxSize&arg=4096&json=true')
    await importFiles([carB])
    expect(session).toHaveBeenLastCalledWith({ blocks: 3, bytes: 4096 })
  })

  it('may contain identity blocks, which are in their CIDs', async () => {
    const bytes = new TextEncoder().encode('here')
    const cid = CID.createV1(0x55, create(0, bytes))
    expect(await importFiles([await encodeCar([cid], [{ cid, bytes }])], 'stats=true')).toEqual([
      pinned(cid),
      statsOf([{ bytes }])
    ])
    expect(await app.blocks()).toEqual(before)
  })

  it('is reported in text too, also in another base', async () => {
    const text = async (query: string): Promise<string> =>
      (await app.rpc(`dag/import?encoding=text&${query}`, { body: fileForm([carA]) })).text
    expect(await text('stats=true')).toBe(
      `Pinned root\t${a.root}\tsuccess\nImported 5 blocks (${
        a.blocks.reduce((sum, { bytes }) => sum + bytes.length, 0)
      } bytes)\n`
    )
    expect(await text('cid-base=base16')).toContain('\tf01711220')
    expect(await text('stats=true&silent=true')).toBe('')
  })

  it('that is not pinned is left to the garbage collector', async () => {
    await importFiles([carA], 'pin-roots=false')
    await importFiles([carB])
    await app.rpc('repo/gc')
    expect(await app.blocks()).toEqual([...before, ...b.blocks.map(storeKey)].sort())
  })
})

// Kubo rejects all of these over HTTP, and with `stats` on the command line too (golden README, "Where Kubo is at
// fault").
describe('a CARv2', () => {
  it.each(['', 'stats=true', 'stats=true&pin-roots=false'])('is imported (%s)', async (query) => {
    const file = carV2Of(carA, {
      padding: 40,
      index: new Uint8Array(500).fill(7),
      characteristics: new Uint8Array(16).fill(0x80)
    })
    const expected = [
      ...query.includes('pin-roots') ? [] : [pinned(a.root)],
      ...query === '' ? [] : [statsOf(a.blocks)]
    ]
    expect(await importFiles([file], query)).toEqual(expected)
    expect(await app.blocks()).toEqual([...before, ...a.blocks.map(storeKey)].sort())
  })

  it('with a truncated payload is an error', async () => {
    expect(await importFiles([carV2Of(carA, { dataSize: BigInt(carA.length + 1) })])).toBe(
      `import failed after block "${a.blocks[4].cid}": unexpected EOF`
    )
    expect(await app.blocks()).toEqual(before)
  })
})

describe('a root', () => {
  it('that is missing is not pinned', async () => {
    const { cid } = rawLeaf('elsewhere')
    expect(await importFiles([await encodeCar([cid], [])])).toEqual([pinned(cid, `ipld: could not find ${cid}`)])
  })

  it('with a missing block below it is not pinned, and nothing is fetched', async () => {
    app = await TestNode.start({ online: true })
    expect(await importFiles([await encodeCar([a.root], a.blocks.slice(0, 4))])).toEqual([
      pinned(a.root, `block was not found locally (offline): ipld: could not find ${a.blocks[4].cid}`)
    ])
    expect(await app.pins()).toEqual([])
  })

  it('of an unknown codec is not pinned', async () => {
    const leaf = rawLeaf('a key')
    const cid = CID.createV1(0x72, leaf.cid.multihash)
    expect(await importFiles([await encodeCar([cid], [leaf])])).toEqual([
      pinned(cid, 'could not choose a decoder: no decoder registered for multicodec code 114 (0x72)')
    ])
  })

  it('with a weak hash is not pinned', async () => {
    const cid = CID.createV1(0x55, await hash(Uint8Array.of(1), 0xd5))
    expect(await importFiles([await encodeCar([cid], [])])).toEqual([
      pinned(cid, 'potentially insecure hash functions not allowed')
    ])
  })

  it('that cannot be pinned is an error in text', async () => {
    const { cid } = rawLeaf('elsewhere')
    const { text, trailer } = await app.rpc('dag/import?encoding=text', {
      body: fileForm([await encodeCar([cid], [])])
    })
    expect(text + String(trailer)).toContain(`pinning root "${cid}" FAILED: ipld: could not find ${cid}`)
  })
})

describe('an invalid file leaves the store unchanged', () => {
  const [first, ...rest] = a.blocks
  const after = `after block "${first.cid}"`
  const wrong = { cid: rest[0].cid, bytes: first.bytes }

  it.each<[string, () => Promise<Uint8Array>, string]>([
    [
      'cut',
      async () => carA.subarray(0, carA.length - 1),
      `import failed after block "${rest[2].cid}": unexpected EOF`
    ],
    [
      'cut behind a length',
      async () => carA.subarray(0, carA.length - rest[3].bytes.length - 36),
      `import failed after block "${rest[2].cid}": unexpected EOF`
    ],
    [
      'with a wrong hash',
      async () => await encodeCar([], [first, wrong]),
      `import failed ${after}: mismatch in content integrity, expected: ${wrong.cid}, got: ${first.cid}`
    ],
    [
      'with a zero in between',
      async () => Buffer.concat([await encodeCar([], [first]), new Uint8Array(1)]),
      `import failed ${after}: invalid cid: varints malformed, could not reach the end`
    ],
    [
      'with a length that lies',
      async () => Buffer.concat([await encodeCar([], [first]), Uint8Array.of(0xff, 0xff, 0xff, 0x7f)]),
      `import failed ${after}: invalid section data, length of read beyond allowable maximum`
    ],
    [
      'with a block over the limit',
      async () => await encodeCar([], [first, await blockOf(new Uint8Array(2 ** 21 + 1))]),
      'import failed at block "bafkreihjucm4oxxyg7bixsiwqo7ocj7emp5a5yimch6yc34nfvbiydlbby": produced block ' +
      "is over 2MiB: big blocks can't be exchanged with other peers. consider using UnixFS for automatic " +
      'chunking of bigger files, or pass --allow-big-block to override'
    ],
    [
      'with a block that is not of its codec',
      async () => await encodeCar([], [first, await blockOf(Uint8Array.of(0xff), 0x71)]),
      'import failed at block "bafyreificafonkqzidilmy53ghgumykc5o632umhcmnzfwjydcmhqmxlre": Invalid majorByte: 0xff'
    ],
    [
      'with a block that is no dag-pb',
      async () => await encodeCar([], [first, await blockOf(new TextEncoder().encode('hello'), 0x70)]),
      'import failed at block "bafybeibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq": protobuf: ' +
      '(PBNode) invalid wireType, expected 2, got 0'
    ],
    [
      'with a weak hash',
      async () =>
        await encodeCar([], [first, { cid: CID.createV1(0x55, await hash(first.bytes, 0xd5)), bytes: first.bytes }]),
      'potentially insecure hash functions not allowed'
    ],
    [
      'with next to no hash',
      async () =>
        await encodeCar([], [first, { cid: CID.createV1(0x55, create(0x12, new Uint8Array(0))), bytes: first.bytes }]),
      'digest too small: sha2-256 digest got 0 bytes, minimum 20'
    ],
    ['of text', async () => new TextEncoder().encode('not a car'), 'unexpected EOF']
  ])('%s', async (_, file, message) => {
    const bytes = await file()
    expect(await importFiles([carB, bytes], 'stats=true')).toBe(message)
    expect(await app.blocks()).toEqual(before)
    expect(await app.pins()).toEqual([])
  })

  it('unless the exceeded limit is lifted', async () => {
    expect(
      await importFiles([await encodeCar([], [await blockOf(new Uint8Array(2 ** 21 + 1))])], 'allow-big-block=true')
    )
      .toEqual(
        []
      )
  })
})

describe('an import', () => {
  it('is rolled back if its body is truncated', async () => {
    const body = new Response(fileForm([carA, carB]))
    const type = body.headers.get('content-type') as string
    const bytes = new Uint8Array(await body.arrayBuffer())
    const request = new Blob([bytes.slice(0, -30)], { type })
    expect((await app.rpc('dag/import', { body: request })).lines).toEqual([expect.objectContaining({ Type: 'error' })])
    expect(await app.blocks()).toEqual(before)
  })

  it('is rolled back with an error if the disk is full', async () => {
    let writes = 0
    const full = killableBlockstore(new MemoryBlockstore(), (what) => {
      if (what.includes('session put') && writes++ > 4) {
        throw new QuotaExceededError('the disk is full')
      }
    })
    app = await TestNode.start({ blockstore: full })
    before = await app.blocks()
    writes = 0
    expect(await importFiles([carA, carB])).toMatch(/^import failed at block "\w+": the disk is full$/)
    expect(await app.blocks()).toEqual(before)
  })

  it.each(['a caller who goes away', 'a caller who sends no more'])('is rolled back by %s', async (who) => {
    const gone = new AbortController()
    const form = new Response(fileForm([carA]))
    const headers = { 'content-type': form.headers.get('content-type') as string }
    const bytes = new Uint8Array(await form.arrayBuffer())
    const body = new ReadableStream<Uint8Array>({
      start (controller) {
        controller.enqueue(bytes.subarray(0, bytes.length - 200))
      }
    })
    const query = who.includes('sends') ? '?timeout=300ms' : ''
    const request = new Request(
      `http://node/api/v0/dag/import${query}`,
      { method: 'POST', headers, body, signal: gone.signal, duplex: 'half' } as RequestInit
    )
    const answer = handleRpc(request, { root, node: async () => app.node })

    await vi.waitFor(async () => {
      expect((await app.blocks()).length).toBeGreaterThan(before.length)
    })

    if (query === '') {
      gone.abort()
    }

    expect((await answer).status).toBe(500)
    await vi.waitFor(async () => {
      expect(await app.blocks()).toEqual(before)
    })
    const release = await app.node.gcLock.write()
    release()
  })

  it('of only empty files imports nothing', async () => {
    expect(await importFiles([''], 'stats=true')).toEqual([])
    expect(await importFiles(['', carA], 'stats=true')).toEqual([pinned(a.root), statsOf(a.blocks)])
  })
})

it('pins its blocks while some of them depend on an add that fails', async () => {
  const session = app.node.blockstore.session()
  const leaf = rawLeaf('shared')
  const node = cborNode('node', [leaf.cid])
  await session.put(leaf.cid, leaf.bytes)
  expect(await importFiles([await encodeCar([node.cid], [node, leaf])])).toEqual([pinned(node.cid)])
  await session.rollback()
  expect(await app.blocks()).toEqual([...before, storeKey(node), storeKey(leaf)].sort())
})
