import { MemoryDatastore } from 'datastore-core'
import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NodePins } from './node-pins.ts'

const ROOT = CID.parse('bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi')
const LEAF = CID.parse('bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq')
const MISSING = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')

/** Fakes a node that has one pin, or none. */
function node (type?: 'recursive' | 'direct'): string[] {
  const asked: string[] = []
  const lines = (...values: object[]): Response =>
    new Response(values.map((value) => `${JSON.stringify(value)}\n`).join(''), { headers: { 'X-Chunked-Output': '1' } })

  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://app.test')
    asked.push(pathname.slice('/api/v0/'.length))

    switch (pathname) {
      case '/api/v0/pin/ls':
        return searchParams.get('type') === type
          ? lines({ Cid: String(ROOT), Type: type })
          : new Response('{"Message":"path \'x\' is not pinned","Code":0,"Type":"error"}', { status: 500 })
      case '/api/v0/refs':
        return lines({ Ref: String(LEAF), Err: '' }, { Ref: '', Err: `could not find ${MISSING}` })
      default:
        return new Response(`{"Pins":["${ROOT}"]}`)
    }
  })

  return asked
}

async function all (cids: AsyncIterable<CID>): Promise<string[]> {
  const list = []
  for await (const cid of cids) {
    list.push(String(cid))
  }
  return list
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('lists all blocks of a new pin, also by events', async () => {
  node()
  const events: string[] = []
  expect(
    await all(new NodePins(new MemoryDatastore()).add(ROOT, {
      onProgress: ({ type, detail }) => {
        events.push(`${type} ${detail}`)
      }
    }))
  ).toEqual([String(ROOT), String(LEAF)])
  expect(events).toEqual([`helia:pin:add ${ROOT}`, `helia:pin:add ${LEAF}`])
})

it('lists one block for a pin of one block, and rejects invalid depths and metadata', async () => {
  const asked = node()
  const pins = new NodePins(new MemoryDatastore())
  expect(await all(pins.add(ROOT, { depth: 0 }))).toEqual([String(ROOT)])
  await expect(all(pins.add(ROOT, { depth: -1 }))).rejects.toThrow(TypeError)
  await expect(all(pins.add(ROOT, { depth: NaN }))).rejects.toThrow(TypeError)
  await expect(all(pins.add(ROOT, { metadata: { a: {} as never } }))).rejects.toThrow(TypeError)
  expect(asked).toEqual(['pin/add'])
})

describe('a node with pins', () => {
  const MIDDLE = CID.parse('bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354')
  const LINKS: Record<string, string[]> = {
    [String(ROOT)]: [String(MIDDLE), String(LEAF)],
    [String(MIDDLE)]: [String(LEAF), String(MISSING)]
  }
  let kept: Map<string, { type: string; name: string }>
  let pins: NodePins

  function below (cid: string, depth: number): string[] {
    return depth === 0 ? [] : [...new Set((LINKS[cid] ?? []).flatMap((link) => [link, ...below(link, depth - 1)]))]
  }

  beforeEach(() => {
    kept = new Map()
    pins = new NodePins(new MemoryDatastore())
    const lines = (values: object[]): Response =>
      new Response(values.map((value) => `${JSON.stringify(value)}\n`).join(''), {
        headers: { 'X-Chunked-Output': '1' }
      })

    vi.stubGlobal('fetch', async (url: string) => {
      const { pathname, searchParams } = new URL(url, 'http://app.test')
      const args = searchParams.getAll('arg')
      const failed = new Response(`{"Message":"path '${args[0]}' is not pinned","Code":0,"Type":"error"}`, {
        status: 500
      })

      switch (pathname) {
        case '/api/v0/pin/add':
          for (const arg of args) {
            kept.set(arg, {
              type: searchParams.get('recursive') === 'false' ? 'direct' : 'recursive',
              name: searchParams.get('name') ?? ''
            })
          }
          return new Response('{"Pins":[]}')
        case '/api/v0/pin/rm': {
          const isDirect = searchParams.get('recursive') === 'false'
          return args.every((arg) =>
              kept.has(arg) && !(isDirect && kept.get(arg)?.type === 'recursive') && kept.delete(arg)
            )
            ? new Response('{"Pins":[]}')
            : failed
        }
        case '/api/v0/pin/ls': {
          const rows = [...kept].filter(([cid, { type }]) =>
            type === searchParams.get('type') && (args.length === 0 || args.includes(cid))
          )
          return rows.length === 0
            ? failed
            : lines(rows.map(([Cid, { type: Type, name: Name }]) => ({ Cid, Type, Name })))
        }
        default:
          return lines(below(args[0], Number(searchParams.get('max-depth') ?? 99)).map((Ref) => ({ Ref, Err: '' })))
      }
    })
  })

  async function listed (): Promise<object[]> {
    const list = []
    for await (const { cid, depth, metadata } of pins.ls()) {
      list.push({ cid: String(cid), depth, metadata })
    }
    return list
  }

  it('stores metadata other than the name, and replaces it', async () => {
    await all(pins.add(ROOT, { metadata: { name: 'a', size: 5, old: false } }))
    expect(kept.get(String(ROOT))).toEqual({ type: 'recursive', name: 'a' })
    expect(await pins.get(ROOT)).toMatchObject({ depth: Infinity, metadata: { name: 'a', size: 5, old: false } })
    await pins.setMetadata(ROOT, { by: 'me' })
    expect(await listed()).toEqual([{ cid: String(ROOT), depth: Infinity, metadata: { by: 'me' } }])
    await pins.setMetadata(ROOT, undefined)
    expect((await pins.get(ROOT)).metadata).toEqual({})
    await all(pins.add(ROOT, { metadata: { name: 7 } }))
    expect((await pins.get(ROOT)).metadata).toEqual({ name: 7 })
    await all(pins.rm(ROOT))
    await all(pins.add(ROOT))
    expect((await pins.get(ROOT)).metadata).toEqual({})
  })

  it('pins to a depth, block by block, and lists it as one pin', async () => {
    expect(await all(pins.add(ROOT, { depth: 1, metadata: { name: 'near', kind: 1 } }))).toEqual(
      [ROOT, MIDDLE, LEAF].map(String)
    )
    expect([...kept.keys()]).toEqual([ROOT, MIDDLE, LEAF].map(String))
    expect(await listed()).toEqual([{ cid: String(ROOT), depth: 1, metadata: { name: 'near', kind: 1 } }])
    await all(pins.add(ROOT, { depth: 2 }))
    expect(kept.size).toBe(4)
    await all(pins.add(ROOT, { depth: 1 }))
    expect([...kept.keys()]).not.toContain(String(MISSING))
    expect(await all(pins.rm(ROOT))).toEqual([ROOT, MIDDLE, LEAF].map(String))
    expect(kept.size).toBe(0)
  })

  it('leaves blocks that another pin keeps', async () => {
    kept.set(String(LEAF), { type: 'recursive', name: 'own' })
    await all(pins.add(ROOT, { depth: 1 }))
    await all(pins.add(MIDDLE, { depth: 1 }))
    await all(pins.rm(ROOT))
    expect([...kept.keys()].sort()).toEqual([LEAF, MIDDLE, MISSING].map(String).sort())
    await all(pins.rm(MIDDLE))
    expect([...kept.keys()]).toEqual([String(LEAF)])
  })
})

it('lists the blocks of a removed pin', async () => {
  const asked = node('recursive')
  expect(await all(new NodePins(new MemoryDatastore()).rm(ROOT))).toEqual([String(ROOT), String(LEAF)])
  expect(asked).toEqual(['pin/ls', 'pin/rm', 'refs'])
})

it('rejects the removal of a missing pin', async () => {
  const asked = node()
  await expect(all(new NodePins(new MemoryDatastore()).rm(ROOT))).rejects.toMatchObject({ name: 'NotFoundError' })
  expect(asked).not.toContain('pin/rm')
})
