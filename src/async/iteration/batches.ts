/** Splits values into batches of `size`; the last batch may be smaller. */
export async function* batches<T> (values: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []

  for await (const value of values) {
    if (batch.push(value) === size) {
      yield batch
      batch = []
    }
  }

  if (batch.length > 0) {
    yield batch
  }
}

/** Yields the values of batches one by one. */
export async function* flattenBatches<T> (batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) {
    yield* batch
  }
}
