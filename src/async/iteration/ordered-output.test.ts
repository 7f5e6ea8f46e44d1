import { expect, test } from 'vitest'
import { OrderedOutput } from './ordered-output.ts'

/** A promise that a test settles. */
function settling (): {
  promise: Promise<string>
  resolve: (value: string) => void
  reject: (reason: unknown) => void
} {
  let settle: { resolve: (value: string) => void; reject: (reason: unknown) => void }
  const promise = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle! }
}

test('yields values in input order, ready ones together', async () => {
  const batches: string[][] = []
  const inOrder = new OrderedOutput<string>((ready) => {
    batches.push(ready)
  }, () => {})
  const [first, second] = [settling(), settling()]

  inOrder.add(['a', 'b'])
  expect(batches).toEqual([['a', 'b']])
  inOrder.add(['c', first.promise, 'd'])
  inOrder.add([second.promise, 'e'])
  second.resolve('2')
  await second.promise
  expect(batches).toEqual([['a', 'b'], ['c']])
  first.resolve('1')
  await inOrder.idle()
  expect(batches).toEqual([['a', 'b'], ['c'], ['1', 'd', '2', 'e']])
})

test('yields the values before one that never resolves, none after it, and does not hang', async () => {
  const batches: string[][] = []
  const failures: unknown[] = []
  const inOrder = new OrderedOutput<string>((ready) => {
    batches.push(ready)
  }, (reason) => {
    failures.push(reason)
  })
  const [first, second, third] = [settling(), settling(), settling()]

  inOrder.add(['a', first.promise, 'b', second.promise, third.promise, 'c'])
  const idle = inOrder.idle()
  second.reject(new Error('bad'))
  await Promise.resolve()
  expect([batches, failures]).toEqual([[['a']], []])
  first.resolve('1')
  await idle
  third.reject(new Error('too late'))
  inOrder.add(['d', Promise.reject(new Error('too late'))])
  await inOrder.idle()
  expect(batches).toEqual([['a'], ['1', 'b']])
  expect(failures).toEqual([new Error('bad')])
})

test('ends if a value is rejected', async () => {
  const failures: unknown[] = []
  const inOrder = new OrderedOutput<string>((ready) => {
    if (ready.includes('bad')) {
      throw new Error('not taken')
    }
  }, (reason) => {
    failures.push(reason)
  })
  inOrder.add(['a'])
  inOrder.add(['bad'])
  inOrder.add(['bad'])
  await inOrder.idle()
  expect(failures).toEqual([new Error('not taken')])
})
