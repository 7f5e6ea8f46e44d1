/** Yields the values of batches one by one. */
export async function* oneByOne<T> (lots: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const lot of lots) {
    yield* lot
  }
}
