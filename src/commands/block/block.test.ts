import { beforeEach, expect, it } from 'vitest'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { cborNode, putBlocks, rawLeaf, smallDag, storeKey } from '../../testing/dag/small-dag.ts'
import { killableBlockstore } from '../../testing/store/killable.ts'
import { TestNode } from '../../testing/test-node.ts'

let app: TestNode

beforeEach(async () => {
  app = await TestNode.start()
})

function upload (...parts: Array<string | Uint8Array<ArrayBuffer>>): FormData {
  const form = new FormData()
  parts.forEach((part) => {
    form.append('data', new Blob([part]))
  })
  return form
}

async function put (query: string, ...parts: Array<string | Uint8Array<ArrayBuffer>>): Promise<string> {
  const { lines, text, trailer } = await app.rpc(`block/put?${query}`, { body: upload(...parts) })
  const answers = lines.map((line) =>
    (line as { Key?: string; Message?: string }).Key ?? (line as { Message?: string }).Message
  )
  return lines.length === 0 ? text : [...answers, ...(trailer == null ? [] : [trailer])].join(' ')
}

it("creates Kubo's CIDs for unusual options", async () => {
  const cases: Array<[query: string, answer: string]> = [
    [
      'mhtype=blake3&mhlen=64',
      'bafkr4qddlgm6neuonwnmu37khmmayhvtvscjbuvcsopnnf7ge4cmss2hjjuizn2eaqd5kyza2t6wreoydgaeirjrv242sqtvnttc2u6arwxgo'
    ],
    ['mhtype=blake3&mhlen=200', 'invalid cid: requested length was too large for digest'],
    ['mhtype=identity&mhlen=3', 'bafkqactcnrxwg2zamrqxiyi'],
    ['mhlen=-7', 'bafkreiexcowy2vhpk5ywisled7jy3faigf6o7s4czfkdbsumikhevtwneu'],
    ['mhtype=x11', 'invalid cid: unknown multihash code 4352 (0x1100): no such hash registered'],
    ['mhtype=murmur3-x64-64', 'potentially insecure hash functions not allowed'],
    ['mhtype=shake-256&mhlen=100', 'invalid cid: requested length was too large for digest'],
    ['mhtype=blake2b-160&mhlen=19', 'digest too small: blake2b-160 digest got 19 bytes, minimum 20'],
    ['mhtype=sha2-224', 'unrecognized multihash function: sha2-224'],
    ['mhtype=SHA2-256', 'unrecognized multihash function: SHA2-256'],
    [
      'mhtype=sha3',
      'bafkriqc56p62c7ybelz6pze3lfvfy5loccritkjgnbrrpfvxivbyri5lbejv2tqq32ikkjmpd5gtny4fah2c3yenv5uyzchdjbqfkjfaadqou'
    ],
    ['mhtype=', 'bafkreiexcowy2vhpk5ywisled7jy3faigf6o7s4czfkdbsumikhevtwneu'],
    ['format=v0&mhlen=20', 'only sha2-255-32 is allowed with CIDv0'],
    ['format=v0&mhlen=32', 'QmYWPg7WyMwzvvBA9nuRw5eXue1TCs4pPAm3JQYPWgihVv'],
    ['format=constructor', 'unknown multicodec: "constructor"'],
    ['cid-codec=dag-cbor&format=cbor', 'unable to use "format" (deprecated) and a custom "cid-codec" at the same time'],
    ['cid-codec=eth-tx', 'bagjqceras4j23dku55lxczcjmqp5hdmubayxz36lqlevimgkrrbi4swozusq']
  ]

  for (const [query, answer] of cases) {
    expect([query, await put(query, 'block data')]).toEqual([query, answer])
  }

  expect(await put('mhtype=identity', 'x'.repeat(129))).toBe(
    'digest too large: identity digest got 129 bytes, maximum 128'
  )
})

it('stores nothing of a rejected request', async () => {
  const before = await app.blocks()
  await put('mhtype=md5', 'x')
  await put('pin=true', new Uint8Array(2 * 1024 * 1024 + 1))
  await put('mhtype=identity&pin=true', 'inline')
  expect(await app.blocks()).toEqual(before)
  expect(await app.pins()).toEqual(['recursive bafkqabtjnzwgs3tf'])
})

it('reads no block by an insecure hash', async () => {
  const md5 = 'bafk5kaiqtxkoiyjgrsadj5oikzhbkxdhuy'

  for (const [command, prefix] of [['block/get', ''], ['block/stat', ''], ['pin/add', 'pin: ']]) {
    expect((await app.rpc(`${command}?arg=${md5}`)).lines).toEqual([{
      Message: `${prefix}potentially insecure hash functions not allowed`,
      Code: 0,
      Type: 'error'
    }])
  }
})

it('stores nothing of a truncated part, and keeps answered blocks', async () => {
  const form = new Response(upload('first', 'second'))
  const bytes = new Uint8Array(await form.arrayBuffer())
  const cut = Buffer.from(bytes).indexOf('second') + 3
  const body = new Blob([bytes.subarray(0, cut)], { type: form.headers.get('content-type') as string })
  const { status, lines, trailer } = await app.rpc('block/put?pin=true', { body })
  expect([status, lines, trailer]).toEqual([200, [{ Key: rawLeaf('first').cid.toString(), Size: 5 }], 'unexpected EOF'])
  expect(await app.node.blockstore.has(rawLeaf('first').cid)).toBe(true)
  expect(await app.node.blockstore.has(rawLeaf('second').cid)).toBe(false)
  expect(await app.pins()).toEqual([`recursive ${rawLeaf('first').cid}`])
})

it('answers when block and pin are durable, and rolls the block back if that fails', async () => {
  const raw = new MemoryBlockstore()
  const steps: string[] = []
  let broken = false

  app = await TestNode.start({
    blockstore: killableBlockstore(raw, (what) => {
      steps.push(what)
      if (broken && ['prepare', 'commit'].includes(what)) {
        throw new Error('the disk is full')
      }
    })
  })

  steps.splice(0)
  await put('', 'x')
  expect(steps).toEqual(['session put', 'session put', 'commit', 'commit'])

  broken = true
  expect(await put('pin=true', 'y')).toBe('the disk is full')
  expect(await put('', 'y')).toBe('the disk is full')
  expect(await raw.has(rawLeaf('y').cid)).toBe(false)
  expect(await app.pins()).toEqual([])
  const release = await app.node.gcLock.write()
  release()
})

it('removes unpinned blocks, and names the pins of the others, whatever CID is given', async () => {
  const { root, blocks } = smallDag('a')
  await putBlocks(app.node.blockstore, [...blocks, rawLeaf('free')])
  await app.rpc(`pin/add?arg=${root}`)
  const leaf = blocks[3]
  const { lines } = await app.rpc(
    `block/rm?arg=${
      [root, leaf.cid, storeKey({ cid: root }), storeKey(blocks[1]), rawLeaf('free').cid, rawLeaf('none').cid].join(
        '&arg='
      )
    }`
  )

  expect(lines).toEqual([
    { Hash: String(root), Error: 'pinned: recursive' },
    { Hash: String(leaf.cid), Error: `pinned via ${root}` },
    { Hash: storeKey({ cid: root }), Error: 'pinned: recursive' },
    { Hash: storeKey(blocks[1]), Error: `pinned via ${root}` },
    { Hash: String(rawLeaf('free').cid) },
    { Hash: String(rawLeaf('none').cid), Error: `ipld: could not find ${rawLeaf('none').cid}` }
  ])
})

it('removes nothing if the pinned blocks are unknown', async () => {
  // A pin with few blocks is known without reading them.
  const leaves = Array.from({ length: 40 }, (_, i) => rawLeaf(`leaf ${i}`))
  const { root, blocks } = smallDag('a')
  const wide = cborNode('wide', [root, ...leaves.map(({ cid }) => cid)])
  await putBlocks(app.node.blockstore, [...blocks, ...leaves, wide, rawLeaf('none')])
  await app.rpc(`pin/add?arg=${wide.cid}`)
  await app.node.blockstore.remove([blocks[2].cid])
  expect((await app.rpc(`block/rm?arg=${rawLeaf('none').cid}`)).lines).toEqual([
    {
      Hash: String(rawLeaf('none').cid),
      Error: `pin check failed: block was not found locally (offline): ipld: could not find ${blocks[2].cid}`
    }
  ])
})

it('stores the target of a symlink, and rejects a directory', async () => {
  const part = (type: string): FormData => {
    const form = new FormData()
    form.append('data', new Blob(['a/b'], { type }), 'x')
    return form
  }

  expect((await app.rpc('block/put', { body: part('application/symlink') })).lines).toEqual([{
    Key: await put('', 'a/b'),
    Size: 3
  }])
  expect((await app.rpc('block/put', { body: part('application/x-directory') })).lines).toMatchObject([{
    Message: 'expected a file'
  }])
})
