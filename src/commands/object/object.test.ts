import { beforeAll, describe, expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'

/** CIDs of `d/a`, `d/e/b`, `d/e/c` with the contents 1, 2, 3 in Kubo, and of its results. */
const D = 'bafybeia73ubiq6vx32izr2gj27uobwtbdzihbfhew5wsstdgznt45aoxem'
const A = 'bafkreidlq2zhh7zu7tqz224aj37vup2xi6w2j2vcf4outqa6klo3pb23jm'
const B = 'bafkreiguonpdujs6c3xoap2zogfzwxidagoapwfwyupzbwr2mzxoye5lgu'
/** A raw block. */
const MISSING = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const WITHOUT_B = 'bafybeiei6dx5f2pupskvki2quaj6kk5uxz4mu3de77b3yukmmcsqykvvui'

let node: TestNode
let V0: string

beforeAll(async () => {
  node = await TestNode.start()
  expect(await add('cid-version=1')).toBe(D)
  V0 = await add('cid-version=0')
})

async function add (options: string): Promise<string> {
  const body = new FormData()
  for (const [path, text] of [['d/a', '1'], ['d/e/b', '2'], ['d/e/c', '3']]) {
    body.append('file', new Blob([text]), encodeURIComponent(path))
  }
  return ((await node.rpc(`add?${options}`, { body })).lines.at(-1) as { Hash: string }).Hash
}

describe('object/patch', () => {
  test.each([
    [`add-link?arg=${D}&arg=e/new&arg=${A}`, 'bafybeibv3dguwg5ya3b6hewuncyzfqk7g3tfh7efls7mzwjkk3xg5atk64'],
    [`add-link?arg=${D}&arg=p/q/r&arg=${A}&create=true`, 'bafybeihz6eyy3aeidr73bqedf3vo367mi43jpxvcankxr6mwavoxwjne6a'],
    [
      `add-link?arg=${D}&arg=x&arg=QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn`,
      'bafybeibmibzs4ruranw4kbbza5mvsjwfinwbcjejjzxy4k2lkte4bt44pi'
    ],
    [`rm-link?arg=${D}&arg=e/b`, WITHOUT_B]
  ])("%s returns Kubo's CID", async (target, Hash) => {
    expect((await node.rpc(`object/patch/${target}`)).lines).toEqual([{ Hash }])
  })

  test('keeps the CID versions of nodes', async () => {
    expect((await node.rpc(`object/patch/add-link?arg=${V0}&arg=e/new&arg=${A}`)).lines).toEqual([{
      Hash: 'Qma6Bi6eMXnR8y2mWXD5U1GDD3HnjPLA6G7qyXY3Aj1ac2'
    }])
  })

  test('stores new nodes, so that they can be read', async () => {
    await node.rpc(`object/patch/add-link?arg=${D}&arg=e/new&arg=${A}`)
    expect((await node.rpc('cat?arg=bafybeibv3dguwg5ya3b6hewuncyzfqk7g3tfh7efls7mzwjkk3xg5atk64/e/new')).text).toBe('1')
  })

  test.each([
    [`rm-link?arg=${D}&arg=x/b`, 'no link by that name'],
    [`add-link?arg=${D}&arg=x/y&arg=${A}`, 'no link by that name'],
    [`add-link?arg=${D}&arg=&arg=${A}`, 'cannot create link with no name'],
    [`add-link?arg=${D}&arg=a/x&arg=${A}`, 'expected protobuf dag node'],
    [`rm-link?arg=${A}&arg=x`, 'expected protobuf dag node'],
    [`rm-link?arg=${MISSING}&arg=x`, `block was not found locally (offline): ipld: could not find ${MISSING}`],
    [
      `add-link?arg=${MISSING}&arg=x&arg=/ipfs/${D}/none`,
      `block was not found locally (offline): ipld: could not find ${MISSING}`
    ]
  ])("%s is rejected with Kubo's message, and nothing is stored", async (target, Message) => {
    const before = await node.blocks()
    expect(await node.rpc(`object/patch/${target}`)).toMatchObject({
      status: 500,
      lines: [{ Message, Code: 0, Type: 'error' }]
    })
    expect(await node.blocks()).toEqual(before)
  })

  test('needs allow-big-block for a node that grows beyond 2 MiB', async () => {
    const links = Array.from(
      { length: 40_000 },
      (_, i) => ({ Name: `a name of some length ${i}`, Hash: { '/': A }, Tsize: 1 })
    )
    const body = new FormData()
    body.append('file', new Blob([JSON.stringify({ Data: { '/': { bytes: 'CAE' } }, Links: links })]))
    const [{ Cid }] = (await node.rpc('dag/put?store-codec=dag-pb&allow-big-block=true', { body })).lines as Array<
      { Cid: { '/': string } }
    >
    const target = `object/patch/add-link?arg=${Cid['/']}&arg=x&arg=${A}`
    expect(await node.rpc(target)).toMatchObject({
      status: 500,
      lines: [{ Message: expect.stringContaining('produced block is over 2MiB') as string }]
    })
    expect((await node.rpc(`${target}&allow-big-block=true`)).status).toBe(200)
  })
})

describe('object/diff', () => {
  test('reads the first before the second', async () => {
    expect((await node.rpc(`object/diff?arg=${MISSING}&arg=${D}/none`)).lines).toMatchObject([{
      Message: `block was not found locally (offline): ipld: could not find ${MISSING}`
    }])
  })

  test('descends into differences', async () => {
    await node.rpc(`object/patch/rm-link?arg=${D}&arg=e/b`)
    expect((await node.rpc(`object/diff?arg=${D}&arg=${WITHOUT_B}`)).lines).toEqual([{
      Changes: [{ Type: 1, Path: 'e/b', Before: { '/': B }, After: null }]
    }])
    expect((await node.rpc(`object/diff?arg=${WITHOUT_B}/e&arg=${D}/e`)).lines).toEqual([{
      Changes: [{ Type: 0, Path: 'b', Before: null, After: { '/': B } }]
    }])
  })

  test('treats a directory and a file as different', async () => {
    expect((await node.rpc(`object/diff?arg=${D}&arg=${A}`)).lines).toEqual([{
      Changes: [{ Type: 2, Path: '', Before: { '/': D }, After: { '/': A } }]
    }])
  })

  test('of equal content with other CIDs differs at every leaf', async () => {
    const [{ Changes }] = (await node.rpc(`object/diff?arg=${D}&arg=${V0}`)).lines as Array<
      { Changes: Array<{ Type: number; Path: string }> }
    >
    expect(Changes.map(({ Type, Path }) => `${Type} ${Path}`)).toEqual(['2 a', '2 e/b', '2 e/c'])
  })
})
