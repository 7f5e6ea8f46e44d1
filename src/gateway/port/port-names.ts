import { parsePath } from '../../path/content-path.ts'
import type { PortCalls } from '../../port/port-calls.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import type { NameCalls } from './serve-names.ts'

/**
 * Makes name functions that a node at the other end of a port executes (`serveNames`). They reject with
 * `PortClosedError` if the port closes.
 */
export function portNames (calls: PortCalls): GatewayNames {
  const resolve = (once: boolean): GatewayNames['resolve'] => async ({ text }, { offline, signal }) => {
    const input: NameCalls['resolveName']['input'] = { path: text, offline, once }
    const { path, ...rest } = await calls.once<NameCalls['resolveName']['value']>('resolveName', input, { signal })
    return { ...rest, path: parsePath(path) }
  }

  return {
    resolve: resolve(false),
    resolveOnce: resolve(true),

    async record ({ bytes }, { offline, signal }) {
      const input: NameCalls['nameRecord']['input'] = { name: bytes.slice(), offline }
      return await calls.once<NameCalls['nameRecord']['value']>('nameRecord', input, { signal })
    }
  }
}
