import { CarReader } from '@ipld/car'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'
import { expect, it } from 'vitest'
import { encodeCar } from './encode-car.ts'
import type { BlockOfCid } from './encode-car.ts'
import { PutQueue } from './put-queue.ts'

async function block (text: string): Promise<BlockOfCid> {
  const bytes = new TextEncoder().encode(text)
  return { cid: CID.createV1(raw.code, await sha256.digest(bytes)), bytes }
}

it('batches concurrent puts, and those that arrive during a request', async () => {
  const lots: number[] = []
  let finish: () => void = () => {}
  const queue = new PutQueue(async (blocks) => {
    lots.push(blocks.length)
    if (lots.length === 1) {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
    }
  })
  const first = [queue.put(await block('a')), queue.put(await block('b'))]
  await expect.poll(() => lots).toEqual([1])
  const later = await Promise.all([block('c'), block('d')])
  const second = later.map(async (one) => {
    await queue.put(one)
  })
  finish()
  await Promise.all([...first, ...second])
  expect(lots).toEqual([1, 3])
})

it('fails all puts of a batch, and continues with the next', async () => {
  let failing = true
  const queue = new PutQueue(async () => {
    if (failing) {
      throw new Error('full')
    }
  })
  const one = await block('a')
  await expect(Promise.all([queue.put(one), queue.put(one)])).rejects.toThrow('full')
  failing = false
  await queue.put(one)
})

it('drops an aborted put, and does not send queued ones', async () => {
  const lots: number[] = []
  let finish: () => void = () => {}
  const queue = new PutQueue(async (blocks) => {
    lots.push(blocks.length)
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  const [stopFirst, stopSecond] = [new AbortController(), new AbortController()]
  const first = queue.put(await block('a'), stopFirst.signal)
  await expect.poll(() => lots).toEqual([1])
  const second = queue.put(await block('b'), stopSecond.signal)
  const third = queue.put(await block('c'))
  stopFirst.abort()
  stopSecond.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  finish()
  await expect.poll(() => lots).toEqual([1, 1])
  finish()
  await third
})

it('sends at most 8 MiB at once, except for a larger block', async () => {
  const sizes: number[][] = []
  const queue = new PutQueue(async (blocks) => {
    sizes.push(blocks.map(({ bytes }) => bytes.byteLength))
  })
  const { cid } = await block('a')
  const mib = 1024 * 1024
  await Promise.all([9, 4, 4, 1].map(async (size) => {
    await queue.put({ cid, bytes: new Uint8Array(size * mib) })
  }))
  expect(sizes).toEqual([[9 * mib], [4 * mib, 4 * mib], [mib]])
})

it('creates a CAR that other implementations read', async () => {
  const blocks = await Promise.all([block('a'), block('b'.repeat(300))])
  const reader = await CarReader.fromBytes(
    new Uint8Array(await encodeCar(blocks as [BlockOfCid, BlockOfCid]).arrayBuffer())
  )
  expect((await reader.getRoots()).map(String)).toEqual([blocks[0].cid.toString()])
  for (const { cid, bytes } of blocks) {
    expect((await reader.get(cid))?.bytes).toEqual(bytes)
  }
})
