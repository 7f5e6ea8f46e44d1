import all from 'it-all'
import { describe, expect, it } from 'vitest'
import { EventQueue } from './event-queue.ts'

describe('EventQueue', () => {
  it('keeps the order if a later event is ready first', async () => {
    const queue = new EventQueue<number>()
    queue.push(
      new Promise((resolve) =>
        setTimeout(() => {
          resolve(1)
        }, 5)
      )
    )
    queue.push(2)
    setTimeout(() => {
      queue.push(3)
      queue.end()
    }, 10)
    expect(await all(queue)).toEqual([1, 2, 3])
  })

  it('yields the events before an error', async () => {
    const queue = new EventQueue<number>()
    queue.push(1)
    queue.fail(new Error('bad'))

    const seen: number[] = []
    await expect((async () => {
      for await (const n of queue) {
        seen.push(n)
      }
    })()).rejects.toThrow('bad')
    expect(seen).toEqual([1])
  })

  it('fails at an event that fails', async () => {
    const queue = new EventQueue<number>()
    queue.push(1)
    queue.push(Promise.reject(new Error('bad')))
    queue.push(3)
    queue.end()

    const seen: number[] = []
    await expect((async () => {
      for await (const n of queue) {
        seen.push(n)
      }
    })()).rejects.toThrow('bad')
    expect(seen).toEqual([1])
  })

  it('blocks the producer while nothing is read', async () => {
    const queue = new EventQueue<number>()
    for (let n = 0; n < 65_536; n++) {
      queue.push(n)
    }

    let open = false
    const room = queue.room().then(() => {
      open = true
    })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(open).toBe(false)

    const reader = queue[Symbol.asyncIterator]()
    expect((await reader.next()).value).toBe(0)
    await room
    await reader.return()
  })

  it('releases the producer when the reader leaves', async () => {
    const queue = new EventQueue<number>()
    for (let n = 0; n < 65_536; n++) {
      queue.push(n)
    }
    setTimeout(() => {
      queue.end()
    }, 5)
    await queue.room()
  })
})
