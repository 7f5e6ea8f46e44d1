import type { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { BlockPipeline } from '../pipeline/block-pipeline.ts'
import { CidBuilder } from '../pipeline/cid-builder.ts'
import { Directory } from './directory-tree.ts'
import { DEFAULT_LIMITS } from './limits.ts'

const cids = new CidBuilder({ version: 0, hash: 0x12 })
const options = { limits: DEFAULT_LIMITS }

async function leaf (text: string): Promise<{ cid: CID; tsize: number }> {
  return { cid: await cids.sum(CODEC.raw, new TextEncoder().encode(text)), tsize: text.length }
}

describe('Directory', () => {
  it('finishes children before parents and lists them by name', async () => {
    const written: string[] = []
    const pipeline = new BlockPipeline((cid) => {
      written.push(cid.toString())
    }, cids)
    const root = new Directory(options)

    root.directory('z', options).put('f', leaf('1'))
    root.directory('a', options).directory('b', options)
    root.put('m', leaf('2'))

    const { cid, names } = await root.finish(pipeline)
    await pipeline.drain()
    const walked = [...root.walk('')]

    expect(names).toEqual(['a', 'm', 'z'])
    expect(walked.map(({ path }) => path)).toEqual(['a/b', 'a', 'z', ''])
    expect(written.at(-1)).toBe(cid.toString())
    expect(new Set(written)).toEqual(new Set(walked.map(({ cid }) => cid.toString())))
  })

  it('returns the same directory again', () => {
    const root = new Directory(options)
    expect(root.directory('a', options)).toBe(root.directory('a', options))
  })

  it('rejects a duplicate name like Kubo', () => {
    const root = new Directory(options)
    root.put('file', leaf('1'))
    root.directory('dir', options)

    expect(() => {
      root.put('file', leaf('2'))
    }).toThrow(expect.objectContaining({ name: 'DirectoryError', message: 'directory already has entry by that name' }))
    expect(() => {
      root.put('dir', leaf('2'))
    }).toThrow('directory already has entry by that name')
    expect(() => root.directory('file', options)).toThrow('file already exists')
  })

  it('rejects one link too many at once if sharding is disabled or impossible', () => {
    const fixed = new Directory({ limits: { ...DEFAULT_LIMITS, threshold: 0, maxLinks: 1 } })
    fixed.put('a', leaf('1'))
    expect(() => {
      fixed.put('b', leaf('2'))
    }).toThrow('BasicDirectory: cannot add child: maxLinks reached')

    const wide = new Directory({ limits: { ...DEFAULT_LIMITS, fanout: 2048, maxLinks: 1 } })
    wide.put('a', leaf('1'))
    expect(() => {
      wide.put('b', leaf('2'))
    }).toThrow('hamt width (2048) exceed maximum allowed (1024)')
  })

  it('rejects an invalid width at creation', () => {
    expect(() => new Directory({ limits: { ...DEFAULT_LIMITS, fanout: 12 } })).toThrow('HAMT fanout must be')
  })

  it('fails if a child failed', async () => {
    const root = new Directory(options)
    const failed = Promise.reject(new Error('disk full'))
    failed.catch(() => {})
    root.put('a', failed)
    await expect(root.finish(new BlockPipeline(() => {}, cids))).rejects.toThrow('disk full')
  })
})
