import { beforeEach, describe, expect, it } from 'vitest'
import { putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'

const EMPTY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const a = smallDag('a')
const b = smallDag('b')
const [, inner, second, leaf, otherLeaf] = a.blocks

let app: TestNode

beforeEach(async () => {
  app = await TestNode.start()
  await putBlocks(app.node.blockstore, [...a.blocks, ...b.blocks])
})

async function error (target: string): Promise<string> {
  const { status, lines, trailer } = await app.rpc(target)
  return status === 200 ? `${lines.length} values, ${trailer}` : (lines[0] as { Message: string }).Message
}

async function rpcText (target: string): Promise<string> {
  return (await app.rpc(`${target}&encoding=text`)).text
}

describe('pin/add', () => {
  it('rejects an unknown base and a long name before it pins', async () => {
    expect(await error(`pin/add?arg=${a.root}&cid-base=nosuch`)).toBe('unsupported multibase encoding: nosuch')
    expect(await error(`pin/add?arg=${a.root}&name=${'ä'.repeat(128)}`)).toBe('pin name is 256 bytes (max 255 bytes)')
    expect(await app.pins()).toEqual([])
  })

  it('reports the number of blocks and bytes, and ends with the pins', async () => {
    const { lines, headers } = await app.rpc(`pin/add?arg=${a.root}&arg=${b.root}&progress=true`)
    const bytes = [...a.blocks, ...b.blocks].reduce((sum, { bytes }) => sum + bytes.length, 0)
    expect(headers.get('x-chunked-output')).toBe('1')
    expect(lines).toEqual([{ Progress: 10, Bytes: bytes }, { Pins: [String(a.root), String(b.root)] }])
    expect((await app.rpc(`pin/add?arg=${leaf.cid}&recursive=false&progress=true`)).lines).toEqual([{
      Pins: [String(leaf.cid)]
    }])
  })

  it('counts while it waits for a block, and pins nothing if the reader disconnects', async () => {
    app = await TestNode.start({ online: true })
    await putBlocks(app.node.blockstore, a.blocks.filter((block) => block !== otherLeaf))
    const reader = (await app.open(`pin/add?arg=${a.root}&progress=true`)).body!.getReader()
    const { value } = await reader.read() as { value: Uint8Array }
    expect(JSON.parse(new TextDecoder().decode(value))).toMatchObject({ Progress: 3 })
    await reader.cancel()
    await putBlocks(app.node.blockstore, [otherLeaf])
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await app.pins()).toEqual([])
  })

  it('continues when the block arrives, and answers then', async () => {
    app = await TestNode.start({ online: true })
    await putBlocks(app.node.blockstore, a.blocks.filter((block) => block !== otherLeaf))
    const pinning = app.rpc(`pin/add?arg=${a.root}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await app.pins()).toEqual([])
    await putBlocks(app.node.blockstore, [otherLeaf])
    expect((await pinning).lines).toEqual([{ Pins: [String(a.root)] }])
    expect(await app.pins()).toEqual([`recursive ${a.root}`])
  })

  it('reports the step at which the timeout occurred', async () => {
    app = await TestNode.start({ online: true })
    expect(await error(`pin/add?arg=${a.root}&timeout=20ms`)).toBe('pin: context deadline exceeded')
    expect(await error(`pin/add?arg=${a.root}/x&timeout=20ms`)).toBe('context deadline exceeded')
    expect(await error(`pin/add?arg=${a.root}&offline=true`)).toContain(
      'pin: block was not found locally (offline): ipld: could not find'
    )
  })

  it('formats text like the command line', async () => {
    expect(await rpcText(`pin/add?arg=${a.root}`)).toBe(`pinned ${a.root} recursively\n`)
    expect(await rpcText(`pin/add?arg=${a.root}&progress=true`)).toBe(`pinned ${a.root} recursively\n`)
    expect(await rpcText(`pin/add?arg=${b.root}&recursive=false`)).toBe(`pinned ${b.root} directly\n`)
    expect(await rpcText(`pin/update?arg=${a.root}&arg=${b.root}`)).toBe(`updated ${a.root} to ${b.root}\n`)
    expect(await rpcText(`pin/rm?arg=${b.root}`)).toBe(`unpinned ${b.root}\n`)
  })

  it('parses both paths of an update before it resolves one', async () => {
    expect(await error(`pin/update?arg=${a.root}/nosuch&arg=`)).toBe(
      'invalid path "": path does not have enough components'
    )
  })

  it('reads its arguments from lines of a body', async () => {
    const body = new FormData()
    body.append('file', new Blob([`${a.root}\n${b.root}\n`]))
    expect((await app.rpc('pin/add', { body })).lines).toEqual([{ Pins: [String(a.root), String(b.root)] }])
  })
})

describe('pin/ls', () => {
  beforeEach(async () => {
    await app.rpc(`pin/add?arg=${a.root}&name=one`)
    await app.rpc(`pin/add?arg=${b.root}&recursive=false&name=two`)
    await app.rpc(`pin/add?arg=${leaf.cid}&recursive=false`)
  })

  it('answers each of several arguments with its own pin', async () => {
    const { lines } = await app.rpc(
      `pin/ls?arg=${inner.cid}&arg=${a.root}&arg=${otherLeaf.cid}&arg=${b.root}&names=true`
    )

    expect(lines).toEqual([{
      Keys: {
        [String(inner.cid)]: { Type: `indirect through ${a.root}`, Name: '' },
        [String(a.root)]: { Type: 'recursive', Name: 'one' },
        [String(otherLeaf.cid)]: { Type: `indirect through ${a.root}`, Name: '' },
        [String(b.root)]: { Type: 'direct', Name: 'two' }
      }
    }])
  })

  it('searches for the requested type', async () => {
    expect((await app.rpc(`pin/ls?arg=${leaf.cid}`)).lines).toEqual([{
      Keys: { [String(leaf.cid)]: { Type: 'direct', Name: '' } }
    }])
    expect((await app.rpc(`pin/ls?arg=${leaf.cid}&type=indirect`)).lines).toEqual([{
      Keys: { [String(leaf.cid)]: { Type: `indirect through ${a.root}`, Name: '' } }
    }])
    expect(await error(`pin/ls?arg=${a.root}&type=indirect`)).toBe(`path '${a.root}' is not pinned`)
    expect(await error(`pin/ls?arg=${b.root}&type=recursive`)).toBe(`path '${b.root}' is not pinned`)
    expect(await error(`pin/ls?arg=${a.root}&arg=${rawLeaf('x').cid}&stream=true`)).toBe(
      `1 values, path '${rawLeaf('x').cid}' is not pinned`
    )
    expect(await error(`pin/ls?arg=${a.root}&type=internal`)).toBe(`path '${a.root}' is not pinned`)
    expect(await error(`pin/ls?arg=${a.root}&type=not+pinned`)).toBe(
      "invalid Pin Mode '4', must be one of {1, 2, 0, 3, 5}"
    )
    expect(await error('pin/ls?type=nosuch&stream=true')).toBe(
      "invalid type 'nosuch', must be one of {direct, indirect, recursive, all}"
    )
  })

  it('lists in the order of the keys, and streams in the order of the types', async () => {
    const all = (await app.rpc('pin/ls?type=any')).lines[0] as { Keys: Record<string, unknown> }
    expect(Object.keys(all.Keys)).toEqual([
      EMPTY,
      ...[...a.blocks.map(({ cid }) => String(cid)), String(b.root)].sort()
    ])

    const types = (await app.rpc('pin/ls?stream=true')).lines.map((line) => (line as { Type: string }).Type)
    expect(types).toEqual(['recursive', 'recursive', 'direct', 'direct', 'indirect', 'indirect', 'indirect'])
    expect(
      (await app.rpc('pin/ls?stream=true&type=indirect')).lines.map((line) => (line as { Cid: string }).Cid).sort()
    ).toEqual([inner, second, otherLeaf].map(({ cid }) => String(cid)).sort())
  })

  it('filters by name without walking', async () => {
    await app.node.blockstore.remove([inner.cid])
    expect((await app.rpc('pin/ls?name=o')).lines).toEqual([{
      Keys: { [String(a.root)]: { Type: 'recursive', Name: 'one' }, [String(b.root)]: { Type: 'direct', Name: 'two' } }
    }])
    expect((await app.rpc('pin/ls?name=o&type=indirect')).lines).toEqual([{}])
    expect(await error('pin/ls')).toBe(`block was not found locally (offline): ipld: could not find ${inner.cid}`)
  })

  it('formats text like the command line', async () => {
    expect(await rpcText('pin/ls?type=recursive&names=true')).toBe(`${EMPTY} recursive\n${a.root} recursive one\n`)
    expect((await rpcText('pin/ls?type=direct&stream=true&quiet=true')).split('\n').sort()).toEqual(
      ['', String(leaf.cid), String(b.root)].sort()
    )
    expect(await rpcText(`pin/ls?arg=${a.root}&stream=true&names=true`)).toBe(`${a.root} recursive one\n`)
  })
})

describe('pin/verify', () => {
  it('names broken pins, with the reasons', async () => {
    await app.rpc(`pin/add?arg=${a.root}`)
    await app.rpc(`pin/add?arg=${b.root}`)
    await app.node.blockstore.remove([inner.cid])
    const problem = `block was not found locally (offline): ipld: could not find ${inner.cid}`

    expect((await app.rpc('pin/verify')).lines).toEqual([{
      Cid: String(a.root),
      BadNodes: [{ Cid: String(inner.cid), Err: problem }]
    }])
    expect((await app.rpc('pin/verify?quiet=true')).lines).toEqual([{ Cid: String(a.root) }])
    expect(await rpcText('pin/verify?quiet=true')).toBe(`${a.root}\n`)
    expect((await rpcText('pin/verify?verbose=true')).split('\n').sort().join('\n')).toBe(
      ['', `  ${inner.cid}: ${problem}`, `${EMPTY} ok`, `${a.root} broken`, `${b.root} ok`].sort().join('\n')
    )
  })
})
