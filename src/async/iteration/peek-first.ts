/**
 * Waits for the first value.
 *
 * @returns all values, including the first; undefined if there are none
 */
export async function peekFirst<T> (values: AsyncIterable<T>): Promise<AsyncIterable<T> | undefined> {
  const iterator = values[Symbol.asyncIterator]()
  const first = await iterator.next()
  return first.done === true ? undefined : prependItem(first.value, iterator)
}

async function* prependItem<T> (first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield first
    yield* { [Symbol.asyncIterator]: () => rest }
  } finally {
    await rest.return?.()
  }
}
