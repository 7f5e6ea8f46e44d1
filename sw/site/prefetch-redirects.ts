import { handleGateway } from '../../src/gateway/handler/handler.ts'
import type { Gateway } from '../../src/gateway/handler/handler.ts'

/** Maximum size of a file that is read in advance. */
const MAX_RULES_BYTES = 512 * 1024

/**
 * Reads the `_redirects` rules of a site, and the page to which they most often lead, so that routes that were never
 * opened work offline too. Reads small files only. Never rejects.
 *
 * @param root - content path of the origin
 */
export async function prefetchRedirects (root: string, open: (signal: AbortSignal) => Promise<Gateway>): Promise<void> {
  const read = async (path: string): Promise<boolean> => {
    const request = new Request(`http://site${path}`)
    const response = await handleGateway(request, async () => await open(request.signal), { root, target: path })
    const isSmall = response.status === 200 &&
      Number(response.headers.get('content-length') ?? Infinity) <= MAX_RULES_BYTES
    await (isSmall ? response.arrayBuffer() : response.body?.cancel())
    return response.status === 200
  }

  try {
    if (await read('/_redirects')) {
      await read('/')
    }
  } catch {
    // The gateway became unavailable: another visit reads them.
  }
}
