import { CID } from 'multiformats/cid'
import { afterEach, expect, it, vi } from 'vitest'
import { NodePins } from './node-pins.ts'

const ROOT = CID.parse('bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi')
const LEAF = CID.parse('bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq')
const MISSING = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')

/** A node that has one pin, or none. */
function node (type?: 'recursive' | 'direct'): string[] {
  const asked: string[] = []
  const lines = (...values: object[]): Response => new Response(values.map((value) => `${JSON.stringify(value)}\n`).join(''), { headers: { 'X-Chunked-Output': '1' } })

  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://app.test')
    asked.push(pathname.slice('/api/v0/'.length))

    switch (pathname) {
      case '/api/v0/pin/ls': return searchParams.get('type') === type ? lines({ Cid: String(ROOT), Type: type }) : new Response('{"Message":"path \'x\' is not pinned","Code":0,"Type":"error"}', { status: 500 })
      case '/api/v0/refs': return lines({ Ref: String(LEAF), Err: '' }, { Ref: '', Err: `could not find ${MISSING}` })
      default: return new Response(`{"Pins":["${ROOT}"]}`)
    }
  })

  return asked
}

async function all (cids: AsyncIterable<CID>): Promise<string[]> {
  const list = []
  for await (const cid of cids) list.push(String(cid))
  return list
}

afterEach(() => { vi.unstubAllGlobals() })

it('tells all that a new pin keeps, also by events', async () => {
  node()
  const events: string[] = []
  expect(await all(new NodePins().add(ROOT, { onProgress: ({ type, detail }) => { events.push(`${type} ${detail}`) } }))).toEqual([String(ROOT), String(LEAF)])
  expect(events).toEqual([`helia:pin:add ${ROOT}`, `helia:pin:add ${LEAF}`])
})

it('tells one block of a pin of one block, and refuses what lies between', async () => {
  const asked = node()
  expect(await all(new NodePins().add(ROOT, { depth: 0 }))).toEqual([String(ROOT)])
  await expect(all(new NodePins().add(ROOT, { depth: 1 }))).rejects.toThrow(TypeError)
  expect(asked).toEqual(['pin/add'])
})

it('tells what a pin that is gone kept', async () => {
  const asked = node('recursive')
  expect(await all(new NodePins().rm(ROOT))).toEqual([String(ROOT), String(LEAF)])
  expect(asked).toEqual(['pin/ls', 'pin/rm', 'refs'])
})

it('removes no pin that is not there', async () => {
  const asked = node()
  await expect(all(new NodePins().rm(ROOT))).rejects.toMatchObject({ name: 'NotFoundError' })
  expect(asked).not.toContain('pin/rm')
})
