import type { ContentPath } from '../../path/content-path.ts'
import type { GatewayNames } from './gateway-names.ts'

/**
 * Names as they are known here, whoever asks: no router or peer is asked for them.
 *
 * @param known - gives a path back that may be resolved, throws for another; default: all may be
 */
export function offlineNames (names: GatewayNames, known = (path: ContentPath): ContentPath => path): GatewayNames {
  return {
    resolve: async (path, options) => await names.resolve(known(path), { ...options, offline: true }),
    resolveOnce: async (path, options) => await names.resolveOnce(known(path), { ...options, offline: true }),
    record: async (name, options) => await names.record(name, { ...options, offline: true })
  }
}
