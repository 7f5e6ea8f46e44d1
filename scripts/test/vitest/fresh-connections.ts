/** The slot in which Node.js keeps the connection pool of `fetch` (undici `lib/global.js`). */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

/** The class of the pool. */
type Pool = new(options: { pipelining: number }) => object

/**
 * Makes every `fetch` of a test open a connection of its own.
 *
 * A server closes an idle connection (workerd after 5 s). A test whose event loop is busy at that moment does not see
 * the end, sends its next request over the closed connection, and fails with `EPIPE` or `other side closed`. Browsers
 * and Go repeat such a request; `fetch` of Node.js does not.
 */
export async function useFreshConnections (): Promise<void> {
  // Creates the pool.
  await fetch('data:,')
  const pools = globalThis as unknown as Record<symbol, object | undefined>
  const Agent = pools[DISPATCHER]?.constructor

  if (Agent == null) {
    throw new Error('this version of Node.js keeps the connections of fetch elsewhere')
  }

  pools[DISPATCHER] = new (Agent as Pool)({ pipelining: 0 })
}

await useFreshConnections()
