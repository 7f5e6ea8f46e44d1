import { CarReader } from '@ipld/car'
import { describe, expect, it } from 'vitest'
import { toAsyncGenerator } from '../async/iteration/to-async-generator.ts'
import { blockOf, encodeCar } from '../testing/dag/car-fixtures.ts'
import { writeCar } from './write-car.ts'

const CHUNK_BYTES = 512 * 1024
const hello = await blockOf(new TextEncoder().encode('hello'))
const large = await blockOf(new Uint8Array(3 * CHUNK_BYTES + 5).fill(1))

async function chunksOf (car: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []

  for await (const chunk of car) {
    chunks.push(chunk)
  }

  return chunks
}

it('writes CARs that other libraries read', async () => {
  const blocks = [hello, large, await blockOf(new Uint8Array(0)), hello]
  const reader = await CarReader.fromBytes(await encodeCar([large.cid, hello.cid], blocks))
  expect(reader.version).toBe(1)
  expect((await reader.getRoots()).map(String)).toEqual([large.cid, hello.cid].map(String))
  const read: Array<[string, number]> = []

  for await (const { cid, bytes } of reader.blocks()) {
    read.push([cid.toString(), bytes.length])
  }

  expect(read).toEqual(blocks.map(({ cid, bytes }) => [cid.toString(), bytes.length]))
})

it('writes the header as Kubo does, even without roots', async () => {
  expect(Buffer.from(await encodeCar([], [])).toString('hex')).toBe('11a265726f6f7473806776657273696f6e01')
})

it('joins many small blocks into few large chunks', async () => {
  const chunks = await chunksOf(writeCar([hello.cid], toAsyncGenerator(Array<typeof hello>(50_000).fill(hello))))
  expect(chunks.slice(0, -1).every(({ length }) => length === CHUNK_BYTES)).toBe(true)
  expect(chunks.length).toBeLessThan(6)
})

describe('a slow source', () => {
  it('does not delay available blocks', async () => {
    let release = (): void => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    const car = writeCar(
      [hello.cid],
      (async function* () {
        yield hello
        await wait
        yield large
      })()
    )

    const first = (await car.next()).value as Uint8Array
    expect(first.length).toBe((await encodeCar([hello.cid], [hello])).length)
    release()
    const rest = await chunksOf(car)
    expect(first.length + rest.reduce((sum, { length }) => sum + length, 0)).toBe(
      (await encodeCar([hello.cid], [hello, large])).length
    )
  })
})

describe('a failing source', () => {
  it('yields its earlier blocks first', async () => {
    const car = writeCar(
      [hello.cid],
      (async function* () {
        yield hello
        throw new Error('gone')
      })()
    )
    expect((await car.next()).value).toEqual(await encodeCar([hello.cid], [hello]))
    await expect(car.next()).rejects.toThrow('gone')
  })

  it('is reported if it fails late, not as an unhandled rejection', async () => {
    const car = writeCar(
      [hello.cid],
      (async function* () {
        yield hello
        await new Promise((resolve) => setTimeout(resolve, 60))
        throw new Error('gone')
      })()
    )
    expect((await car.next()).value).toEqual(await encodeCar([hello.cid], [hello]))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect(car.next()).rejects.toThrow('gone')
  })
})

it('is closed when the reader stops', async () => {
  let ended = false
  const car = writeCar(
    [],
    (async function* () {
      try {
        for (;;) {
          yield large
        }
      } finally {
        ended = true
      }
    })()
  )
  await car.next()
  await car.return(undefined)
  expect(ended).toBe(true)
})
