import { Miniflare } from 'miniflare'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'

/** Same as in wrangler.jsonc. */
export const COMPATIBILITY = { date: '2026-04-01', flags: ['enable_request_signal'] }

/**
 * Runs a bundled worker in workerd on 127.0.0.1, with the bindings that `wrangler.jsonc` declares.
 *
 * @param {{ code: string, port?: number, state?: string, bindings?: Record<string, string>, inspected?: boolean,
 *   fetches?: boolean, metrics?: boolean, imports?: boolean, misses?: number }} options port: 0 picks a free one;
 *   state: folder of the persistent state, in memory by default; bindings: text bindings of the worker; inspected:
 *   whether a debugger may attach; fetches: whether objects fetch content (`FetchObject`); metrics: whether an object
 *   sums up figures (`MetricsObject`); imports: whether objects import CARs from the bucket (`ImportObject`); misses:
 *   limit of requests of a client that no cached answer serves, a minute
 * @returns {Promise<{ url: string, inspector?: string, close: () => Promise<void> }>} inspector: WebSocket URL of the
 *   DevTools protocol
 */
export async function startEngine (
  { code, port = 0, state, bindings = {}, inspected = false, fetches = false, metrics = false, imports = false, misses }
) {
  if (state != null) {
    await mkdir(state, { recursive: true })
  }

  const kept = (name) => state == null ? false : path.join(state, name)

  const engine = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: code }],
    compatibilityDate: COMPATIBILITY.date,
    compatibilityFlags: COMPATIBILITY.flags,
    host: '127.0.0.1',
    port: 0,
    // Do not fetch request metadata from Cloudflare.
    cf: false,
    // Bypasses the proxy of miniflare, which normalizes paths and ends an aborted body cleanly.
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
    durableObjects: {
      NODE: { className: 'NodeObject', useSQLite: true },
      ...imports ? { IMPORT: { className: 'ImportObject', useSQLite: true } } : {},
      ...fetches ? { FETCH: { className: 'FetchObject', useSQLite: true } } : {},
      ...metrics ? { METRICS: { className: 'MetricsObject', useSQLite: true } } : {}
    },
    ...misses == null ? {} : { ratelimits: { MISSES: { simple: { limit: misses, period: 60 } } } },
    durableObjectsPersist: kept('object'),
    r2Buckets: ['BLOCKS'],
    r2Persist: kept('bucket'),
    cachePersist: kept('cache'),
    ...inspected ? { inspectorPort: 0 } : {},
    bindings
  })

  const { port: taken } = await engine.unsafeGetDirectURL()
  return {
    url: `http://127.0.0.1:${taken}`,
    ...inspected ? { inspector: await inspectorOf(engine) } : {},
    close: async () => {
      await engine.dispose()
    }
  }
}

async function inspectorOf (engine) {
  const list = new URL('/json', await engine.getInspectorURL())
  list.protocol = 'http:'
  const [{ webSocketDebuggerUrl }] = await (await fetch(list)).json()
  return webSocketDebuggerUrl
}
