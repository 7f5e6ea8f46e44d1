import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'
import { HamtDirectory } from '../../unixfs/change/directory/hamt-directory.ts'

let node: TestNode

afterEach(() => {
  vi.restoreAllMocks()
})

beforeEach(async () => {
  node = await TestNode.start()
})

async function ok (target: string, content?: string): Promise<unknown> {
  const body = content == null ? undefined : new FormData()
  body?.append('file', new Blob([content as string]), 'f')
  const { status, text, lines } = await node.rpc(target, { body })
  expect(status, text).toBe(200)
  return lines[0]
}

describe('files/ls', () => {
  it('includes unflushed changes of a file, in the order of the directory', async () => {
    await ok('files/mkdir?arg=/d')
    for (let i = 0; i < 70; i++) {
      await ok(`files/write?arg=/d/${69 - i}&create=true&flush=false`, 'x'.repeat(i))
    }
    await ok('files/mkdir?arg=/d/é"&flush=false')
    const { Entries } = await ok('files/ls?arg=/d&long=true') as {
      Entries: Array<{ Name: string; Type: number; Size: number; Hash: string }>
    }
    expect(Entries).toHaveLength(71)
    expect(Entries.find(({ Name }) => Name === '0')).toEqual({
      Name: '0',
      Type: 0,
      Size: 69,
      Hash: expect.stringMatching(/^Qm/) as string
    })
    expect(Entries.find(({ Name }) => Name === 'é"')).toEqual({
      Name: 'é"',
      Type: 1,
      Size: 0,
      Hash: 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
    })
    expect(await ok('files/ls?arg=/d')).toEqual({
      Entries: Entries.map(({ Name }) => ({ Name, Type: 0, Size: 0, Hash: '' }))
    })
    const text = (await node.rpc('files/ls?arg=/d&long=true&encoding=text')).text.split('\n')
    expect([text[0], text.at(-2)]).toEqual([
      `0\t${Entries.find(({ Name }) => Name === '0')?.Hash}\t69`,
      'é"/\tQmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn\t0'
    ])
  })

  it('reads the names of a sharded directory once, and again after a change', async () => {
    await ok('config?arg=Import.UnixFSHAMTDirectorySizeThreshold&arg=1kB')
    for (let i = 0; i < 200; i++) {
      await ok(`files/write?arg=/sharded/${i}&create=true&parents=true&flush=${i % 50 === 49}`, 'x')
    }
    const names = async (): Promise<string[]> =>
      (await ok('files/ls?arg=/sharded') as { Entries: Array<{ Name: string }> }).Entries.map(({ Name }) => Name).sort()
    const before = await names()
    expect(before).toHaveLength(200)
    const reads = vi.spyOn(HamtDirectory.prototype, 'batches')
    expect(await names()).toEqual(before)
    expect(reads).not.toHaveBeenCalled()
    await ok('files/write?arg=/sharded/new&create=true', 'x')
    expect(await names()).toEqual([...before, 'new'].sort())
    expect(reads).toHaveBeenCalledOnce()
    await ok('files/rm?arg=/sharded/7')
    expect(await names()).toEqual([...before, 'new'].filter((name) => name !== '7').sort())
  })

  it('reports missing blocks before the answer starts', async () => {
    await ok('files/cp?arg=/ipfs/QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn&arg=/here')
    await ok('files/write?arg=/f&create=true&raw-leaves=false', 'gone')
    const { Hash } = await ok('files/stat?arg=/f') as { Hash: string }
    await ok(`block/rm?arg=${Hash}&force=true`)
    const { status, lines } = await node.rpc('files/ls?long=true')
    expect([status, lines]).toMatchObject([500, [{ Message: expect.stringContaining(Hash) as string }]])
  })
})
