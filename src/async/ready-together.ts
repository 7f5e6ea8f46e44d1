import { nextTask } from './next-task.ts'

export interface ReadyTogetherOptions<T> {
  /** how much a value weighs */
  weigh: (value: T) => number
  /** a lot that weighs as much takes no further value */
  maxWeight: number
}

/**
 * The values of a source in lots: what can be had without waiting for anything from outside comes together. Nobody waits for a
 * value longer than that takes. What the source throws comes behind all values before.
 *
 * @example
 *   for await (const lines of readyTogether(rows, { weigh: (row) => row.length, maxWeight: 65536 })) send(lines.join(''))
 */
export async function * readyTogether<T> (source: AsyncIterable<T>, { weigh, maxWeight }: ReadyTogetherOptions<T>): AsyncGenerator<T[]> {
  const values = source[Symbol.asyncIterator]()
  let next = values.next()
  let isOver = false

  try {
    while (true) {
      const first = await next

      if (first.done === true) {
        isOver = true
        return
      }

      const lot = [first.value]
      let weight = weigh(first.value)
      const taskEnd = nextTask()
      next = values.next()
      next.catch(() => {}) // looked at when the lot is out

      while (weight < maxWeight) {
        const ready = await Promise.race([next, taskEnd]).catch(() => undefined)

        if (ready == null || ready.done === true) {
          break
        }

        lot.push(ready.value)
        weight += weigh(ready.value)
        next = values.next()
        next.catch(() => {})
      }

      yield lot
    }
  } catch (err) {
    isOver = true
    throw err
  } finally {
    if (!isOver) {
      // not waited for: in the middle of its work a generator ends by its signal
      values.return?.().catch(() => {})
    }
  }
}
