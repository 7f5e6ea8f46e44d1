import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { batchReady } from './batch-ready.ts'

const byOne = { weigh: () => 1, maxWeight: 3 }

async function batchesOf<T> (
  source: AsyncIterable<T>,
  options: { weigh: (value: T) => number; maxWeight: number }
): Promise<T[][]> {
  const batches: T[][] = []
  for await (const batch of batchReady(source, options)) {
    batches.push(batch)
  }
  return batches
}

describe('readyTogether', () => {
  it('yields ready values together, up to the weight', async () => {
    expect(
      await batchesOf(
        (async function* () {
          yield* [1, 2, 3, 4]
        })(),
        byOne
      )
    ).toEqual([[1, 2, 3], [4]])
    expect(await batchesOf((async function* () {})(), byOne)).toEqual([])
  })

  it('delays no value until the next one is ready', async () => {
    let isAsked = false
    const source = (async function* () {
      yield 1
      yield 2
      await new Promise<void>((resolve) => {
        setInterval(() => {
          if (isAsked) {
            resolve()
          }
        }, 1).unref()
      })
      yield 3
    })()
    const batches = batchReady(source, byOne)

    expect((await batches.next()).value).toEqual([1, 2])
    isAsked = true
    expect((await batches.next()).value).toEqual([3])
    expect((await batches.next()).done).toBe(true)
  })

  it('yields the values before an error first', async () => {
    const batches = batchReady(
      (async function* () {
        yield 1
        throw new Error('broken')
      })(),
      byOne
    )

    expect((await batches.next()).value).toEqual([1])
    await expect(batches.next()).rejects.toThrow('broken')
  })

  it('closes the source when the reader stops', async () => {
    let ended = false
    const batches = batchReady(
      (async function* () {
        try {
          for (let i = 0;; i++) {
            if (i % 5 === 4) {
              await sleep(1)
            }
            yield i
          }
        } finally {
          ended = true
        }
      })(),
      byOne
    )

    await batches.next()
    await batches.return(undefined)
    await sleep(20)
    expect(ended).toBe(true)
  })
})
