import type { GatewayConfig } from '../config.ts'
import { LINK_SCRIPT_PATH } from './link-script-path.ts'

const EMBEDDER_POLICY = 'cross-origin-embedder-policy'

/**
 * Returns the frame of a site in the site's own pages, which opens the frame of the home. It has a policy of its own: that of the
 * page does not count within it.
 *
 * @param home - origin of the node
 * @param config - its embedder policy (`Gateway.HTTPHeaders`) is that of the pages, which allow no frame without one
 */
export function siteFrame (home: string, config: Pick<GatewayConfig, 'httpHeaders'> | undefined): Response {
  return new Response(`<!DOCTYPE html>\n<title>swipfs</title>\n<script src="${LINK_SCRIPT_PATH}" data-frame></script>\n`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src 'self'; frame-src ${home}; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...embedderPolicy(config)
    }
  })
}

/** The header by which a page of ours may stand in a page of the site, if such pages have an embedder policy. */
export function embedderPolicy (config: Pick<GatewayConfig, 'httpHeaders'> | undefined): Record<string, string> {
  const values = Object.entries(config?.httpHeaders ?? {}).find(([name]) => name.toLowerCase() === EMBEDDER_POLICY)?.[1] ?? []
  return values.length === 0 ? {} : { [EMBEDDER_POLICY]: values.join(', ') }
}
