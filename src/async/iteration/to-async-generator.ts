/** Yields the items one by one, for callers that expect an asynchronous source. */
export async function* toAsyncGenerator<T> (items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}
