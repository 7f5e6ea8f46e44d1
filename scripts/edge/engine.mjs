import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Miniflare } from 'miniflare'

/** As in wrangler.jsonc. */
export const COMPATIBILITY = { date: '2026-04-01', flags: ['enable_request_signal'] }

/**
 * Runs a bundled worker in workerd on 127.0.0.1, with the parts that `wrangler.jsonc` binds on the edge.
 *
 * @param {{ code: string, port?: number, state?: string, bindings?: Record<string, string>, inspected?: boolean }} options
 *   port: 0 picks one; state: the folder that outlives it, in memory when left out; bindings: texts that the worker is given; inspected: a debugger may look at it
 * @returns {Promise<{ url: string, inspector?: string, close: () => Promise<void> }>} inspector: URL of a WebSocket that speaks the DevTools protocol
 */
export async function startEngine ({ code, port = 0, state, bindings = {}, inspected = false }) {
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
    // nothing is asked of the engine's owner
    cf: false,
    // past the proxy of the development tool, which cleans paths and ends a body well that broke
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
    durableObjects: { NODE: { className: 'NodeObject', useSQLite: true } },
    durableObjectsPersist: kept('object'),
    r2Buckets: ['BLOCKS'],
    r2Persist: kept('bucket'),
    cachePersist: kept('cache'),
    ...inspected ? { inspectorPort: 0 } : {},
    bindings
  })

  const { port: taken } = await engine.unsafeGetDirectURL()
  return { url: `http://127.0.0.1:${taken}`, ...inspected ? { inspector: await inspectorOf(engine) } : {}, close: async () => { await engine.dispose() } }
}

async function inspectorOf (engine) {
  const list = new URL('/json', await engine.getInspectorURL())
  list.protocol = 'http:'
  const [{ webSocketDebuggerUrl }] = await (await fetch(list)).json()
  return webSocketDebuggerUrl
}
