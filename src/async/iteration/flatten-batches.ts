/** The values of lots, one after the other. */
export async function* oneByOne<T> (lots: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const lot of lots) {
    yield* lot
  }
}
