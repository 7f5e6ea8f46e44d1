import type { GatewayConfig } from '../request/config.ts'

/** Path of the script that connects a site to its home node. */
export const LINK_SCRIPT_PATH = '/.well-known/swipfs/link.js'
/** Path of the frame that the script opens. Only these two paths of the origin do not belong to the content. */
export const LINK_FRAME_PATH = '/.well-known/swipfs/link.html'

const EMBEDDER_POLICY = 'cross-origin-embedder-policy'

/**
 * Returns the frame in pages of a site, which opens the frame of the home node. It has its own policy: that of the page
 * does not apply within it.
 *
 * @param home - origin of the home node
 * @param config - its embedder policy (`Gateway.HTTPHeaders`) is that of the pages, which can frame only documents with
 *   such a policy
 */
export function siteFrame (home: string, config: Pick<GatewayConfig, 'httpHeaders'> | undefined): Response {
  return new Response(
    `<!DOCTYPE html>\n<title>swipfs</title>\n<script src="${LINK_SCRIPT_PATH}" data-frame></script>\n`,
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy':
          `default-src 'none'; script-src 'self'; frame-src ${home}; frame-ancestors 'self'; base-uri ` +
          `'none'; form-action 'none'`,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        ...embedderPolicy(config)
      }
    }
  )
}

/** Returns the header that lets pages of the site frame pages of the gateway, if the site has an embedder policy. */
export function embedderPolicy (config: Pick<GatewayConfig, 'httpHeaders'> | undefined): Record<string, string> {
  const values =
    Object.entries(config?.httpHeaders ?? {}).find(([name]) => name.toLowerCase() === EMBEDDER_POLICY)?.[1] ?? []
  return values.length === 0 ? {} : { [EMBEDDER_POLICY]: values.join(', ') }
}
