/** Splits values into batches of `size`; the last batch may be smaller. */
export async function* lots<T> (values: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let lot: T[] = []

  for await (const value of values) {
    if (lot.push(value) === size) {
      yield lot
      lot = []
    }
  }

  if (lot.length > 0) {
    yield lot
  }
}

/** Yields the values of batches one by one. */
export async function* oneByOne<T> (lots: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const lot of lots) {
    yield* lot
  }
}
