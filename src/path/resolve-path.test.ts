import * as dagCbor from '@ipld/dag-cbor'
import type { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it } from 'vitest'
import { DagBuilder } from '../testing/dag/dag-builder.ts'
import { parsePath } from './content-path.ts'
import { resolvedPathText, resolvePath } from './resolve-path.ts'

let dag: DagBuilder
let cids: Record<'a' | 'big' | 'small' | 'sub' | 'root' | 'doc', CID>

beforeEach(async () => {
  dag = new DagBuilder()
  const a = (await dag.raw('alpha')).cid
  const big = (await dag.file([await dag.raw('one'), await dag.raw('two')])).cid
  const small = (await dag.leaf(Uint8Array.of(1))).cid
  const sub = await dag.directory({ a })
  const root = await dag.directory({ a, big, small, sub })
  const doc = await dag.put(
    0x71,
    dagCbor.encode({ a: [1, { b: 's', n: null, t: true, f: 1.5 }], l: root, y: new Uint8Array(2), 10: -1n })
  )
  cids = { a, big, small, sub, root, doc }
})

async function resolve (path: string): Promise<string> {
  const text = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof cids) => cids[name].toString())
  const found = resolvedPathText(await resolvePath(parsePath(text), dag), String)
  return Object.entries(cids).reduce((text, [name, cid]) => text.replace(cid.toString(), `{${name}}`), found)
}

async function failure (path: string): Promise<string> {
  const message = await resolve(path).then((found) => `leads to ${found}`, (err: Error) => err.message)
  return Object.entries(cids).reduce((text, [name, cid]) => text.replaceAll(cid.toString(), `{${name}}`), message)
}

describe('paths that resolve', () => {
  it.each([
    ['/ipfs/{root}', '/ipfs/{root}'],
    ['/ipfs/{root}/a', '/ipfs/{a}'],
    ['/ipfs/{root}/sub/a/', '/ipfs/{a}'],
    ['/ipfs/{doc}/a', '/ipfs/{doc}/a'],
    ['/ipfs/{doc}/a/1/b', '/ipfs/{doc}/a/1/b'],
    ['/ipfs/{doc}/10', '/ipfs/{doc}/10'],
    ['/ipfs/{doc}/l', '/ipfs/{root}'],
    ['/ipfs/{doc}/l/sub/a', '/ipfs/{a}'],
    ['/ipld/{doc}/l', '/ipld/{root}'],
    ['/ipld/{root}/Links/3/Hash', '/ipld/{sub}'],
    ['/ipld/{root}/Links/3/Hash/Links', '/ipld/{sub}/Links'],
    ['/ipld/{root}/Links/0/Name', '/ipld/{root}/Links/0/Name']
  ])('%s', async (path, expected) => {
    expect(await resolve(path)).toBe(expected)
  })

  it('reads no block for a path without names, and not the last block of others', async () => {
    await resolve('/ipfs/{root}')
    expect(dag.read).toEqual([])
    await resolve('/ipfs/{root}/sub/a')
    expect(dag.read).toEqual([cids.root, cids.sub].map(String))
  })
})

describe('paths that do not resolve', () => {
  it.each([
    ['/ipfs/{root}/none', 'no link named "none" under {root}'],
    ['/ipfs/{root}/none/a/b', 'no link named "none" under {root}'],
    ['/ipfs/{root}/sub/\u0000', 'no link named "\\x00" under {sub}'],
    [
      '/ipfs/{root}/a/x',
      'func called on wrong kind: "LookupBySegment" called on a bytes node (kind: bytes), but only makes ' +
      'sense on map or list'
    ],
    ['/ipfs/{root}/a/x/y', 'no link named "x" under {a}'],
    [
      '/ipfs/{root}/small/x',
      'func called on wrong kind: "LookupBySegment" called on a data.Bytes node (kind: bytes), but only ' +
      'makes sense on map or list'
    ],
    [
      '/ipfs/{root}/big/x',
      'func called on wrong kind: "" called on a INVALID node, but only makes sense on <empty KindSet>'
    ],
    ['/ipfs/{doc}/none', 'key not found: "none"'],
    ['/ipfs/{doc}/none/x', 'no link named "none" under {doc}'],
    ['/ipfs/{doc}/constructor', 'key not found: "constructor"'],
    ['/ipfs/{doc}/a/2', 'key not found: "2"'],
    ['/ipfs/{doc}/a/-1', 'key not found: ""'],
    ['/ipfs/{doc}/a/x', 'invalid segment for lookup on a list: "x": strconv.ParseInt: parsing "x": invalid syntax'],
    [
      '/ipfs/{doc}/a/99999999999999999999',
      'invalid segment for lookup on a list: "99999999999999999999": strconv.ParseInt: parsing ' +
      '"99999999999999999999": value out of range'
    ],
    [
      '/ipfs/{doc}/a/0/x',
      'func called on wrong kind: "LookupBySegment" called on a int node (kind: int), but only makes sense ' +
      'on map or list'
    ],
    [
      '/ipfs/{doc}/a/1/f/x',
      'func called on wrong kind: "LookupBySegment" called on a float node (kind: float), but only makes ' +
      'sense on map or list'
    ],
    [
      '/ipfs/{doc}/a/1/n/x',
      'func called on wrong kind: "LookupBySegment" called on a null node (kind: null), but only makes sense ' +
      'on map or list'
    ],
    ['/ipfs/{doc}/l/none', 'no link named "none" under {root}'],
    ['/ipld/{root}/a', 'no link named "a" under {root}'],
    ['/ipld/{root}/Links/9', 'key not found: "9"'],
    ['/ipld/{root}/Links/0/Nome', 'no link named "Nome" under {root}'],
    [
      '/ipld/{root}/Data/x',
      'func called on wrong kind: "LookupBySegment" called on a dagpb.Bytes node (kind: bytes), but only ' +
      'makes sense on map or list'
    ],
    [
      '/ipld/{root}/Links/x',
      'invalid segment for lookup on a list of type dagpb.PBLinks: "x": strconv.ParseInt: parsing "x": invalid syntax'
    ],
    ['/ipns/k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4', 'could not resolve name']
  ])('%s', async (path, message) => {
    expect(await failure(path)).toBe(message)
  })
})

describe('a missing block', () => {
  it('is reported at once at the root and on the way, and not at the end', async () => {
    await dag.store.delete(cids.sub)
    expect(await failure('/ipfs/{sub}/a')).toBe('block was not found locally (offline): ipld: could not find {sub}')
    expect(await failure('/ipfs/{root}/sub/a')).toBe(
      'error traversing node at "sub": could not load link "{sub}": block was not found locally (offline): ' +
        'ipld: could not find {sub}'
    )
    expect(await failure('/ipfs/{root}/sub')).toBe('leads to /ipfs/{sub}')
  })

  it('is recognized by the name of the error', async () => {
    await dag.store.delete(cids.sub)
    await expect(resolve('/ipfs/{root}/sub/a')).rejects.toMatchObject({ name: 'BlockNotFoundError' })
  })
})

it('resolves names with the given function', async () => {
  const path = parsePath('/ipns/example.com/sub')
  const resolveName = async (): Promise<ReturnType<typeof parsePath>> => parsePath(`/ipfs/${cids.root}/sub/a`)
  expect((await resolvePath(path, { ...dag, resolveName })).cid).toEqual(cids.a)
})

it('stops when the caller is gone', async () => {
  const signal = AbortSignal.abort(new DOMException('gone', 'AbortError'))
  await expect(resolvePath(parsePath(`/ipfs/${cids.root}/a`), { blocks: dag.blocks, signal })).rejects.toMatchObject({
    name: 'AbortError'
  })
})
