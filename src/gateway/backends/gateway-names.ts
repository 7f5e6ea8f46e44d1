import type { Names } from '../../names/names.ts'
import type { ContentPath } from '../../path/content-path.ts'

/** The name functions that a gateway needs, local or at the other end of a port. */
export type GatewayNames = Pick<Names, 'resolve' | 'resolveOnce' | 'record'>

/**
 * Makes name functions that are always offline: they never ask a router or peer.
 *
 * @param known - returns the path if it may be resolved, and throws otherwise; by default all paths may be
 */
export function offlineNames (names: GatewayNames, known = (path: ContentPath): ContentPath => path): GatewayNames {
  return {
    resolve: async (path, options) => await names.resolve(known(path), { ...options, offline: true }),
    resolveOnce: async (path, options) => await names.resolveOnce(known(path), { ...options, offline: true }),
    record: async (name, options) => await names.record(name, { ...options, offline: true })
  }
}
