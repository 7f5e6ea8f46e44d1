import all from 'it-all'
import type { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it } from 'vitest'
import { EMPTY_DIRECTORY } from '../../node/repo/init-repo.ts'
import { putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'
import { checkPins } from './check-pins.ts'
import type { CheckedPin, CheckMode } from './check-pins.ts'
import { listPins } from './list-pins.ts'
import type { ListPinsOptions } from './list-pins.ts'

const { signal } = new AbortController()
const { root, blocks } = smallDag('a')
const [, inner, second, leaf, other] = blocks
const single = rawLeaf('single')
const free = rawLeaf('free')

let app: TestNode

/** A recursive pin, with a direct one below it, and a direct one of a single block. */
beforeEach(async () => {
  app = await TestNode.start()
  await putBlocks(app.node.blockstore, [...blocks, single, free])
  await app.node.pins.put({ cid: root, mode: 'recursive', name: 'whole photos' })
  await app.node.pins.put({ cid: inner.cid, mode: 'direct', name: 'album' })
  await app.node.pins.put({ cid: single.cid, mode: 'direct', name: '' })
})

describe('the list of pins', () => {
  const list = async (options: Partial<ListPinsOptions> = {}): Promise<string[]> => {
    const listed = await all(listPins(app.node, { type: 'all', name: '', signal, ...options }))
    return listed.filter(({ cid }) => !cid.equals(EMPTY_DIRECTORY)).map(({ cid, type, name }) =>
      `${type} ${cid} ${name}`.trim()
    )
  }
  const recursive = `recursive ${root} whole photos`
  const direct = [`direct ${inner.cid} album`, `direct ${single.cid}`].sort()
  const indirect = [second, leaf, other].map(({ cid }) => `indirect ${cid}`).sort()

  it('has every block once: a direct pin below a recursive one is not indirect', async () => {
    const listed = await list()
    expect(listed[0]).toBe(recursive)
    expect(listed.slice(1, 3).sort()).toEqual(direct)
    expect(listed.slice(3).sort()).toEqual(indirect)
  })

  it('has the pins of a type', async () => {
    expect(await list({ type: 'recursive' })).toEqual([recursive])
    expect((await list({ type: 'direct' })).sort()).toEqual(direct)
    expect((await list({ type: 'indirect' })).sort()).toEqual(indirect)
  })

  it('has the pins with a text in their name, which indirect ones lack', async () => {
    expect(await list({ name: 'photo' })).toEqual([recursive])
    expect(await list({ name: 'album', withNames: false })).toEqual([`direct ${inner.cid} album`])
    expect(await list({ type: 'indirect', name: 'photo' })).toEqual([])
  })

  it('stops at the signal', async () => {
    const controller = new AbortController()
    const pins = listPins(app.node, { type: 'all', name: '', signal: controller.signal })
    await pins.next()
    controller.abort(new Error('enough'))
    await expect(all(pins)).rejects.toThrow('enough')
  })
})

describe('a check of pins', () => {
  const check = async (mode: CheckMode, ...cids: CID[]): Promise<Array<CheckedPin | undefined>> =>
    await checkPins(app.node, cids, { mode, signal })

  it('answers for each CID in its place', async () => {
    expect(await check('any', free.cid, leaf.cid, root, free.cid, inner.cid, second.cid)).toEqual([
      undefined,
      { mode: 'indirect', name: '', through: root },
      { mode: 'recursive', name: 'whole photos' },
      undefined,
      { mode: 'direct', name: 'album' },
      { mode: 'indirect', name: '', through: root }
    ])
  })

  it('finds a mode alone: a direct pin can be indirect, too, a recursive one cannot', async () => {
    const cids = [root, inner.cid, leaf.cid, single.cid]
    const indirect = { mode: 'indirect', name: '', through: root }
    expect(await check('recursive', ...cids)).toMatchObject([{ mode: 'recursive' }, undefined, undefined, undefined])
    expect(await check('direct', ...cids)).toMatchObject([undefined, { name: 'album' }, undefined, { name: '' }])
    expect(await check('indirect', ...cids)).toEqual([undefined, indirect, indirect, undefined])
  })

  it('stops at the signal', async () => {
    const stopped = checkPins(app.node, [free.cid], { mode: 'any', signal: AbortSignal.abort(new Error('enough')) })
    await expect(stopped).rejects.toThrow('enough')
  })
})
