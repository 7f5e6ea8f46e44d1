import { handleGateway } from '../../src/gateway/handler.ts'
import type { Gateway } from '../../src/gateway/handler.ts'

/** Of a file that is read before anybody asks for it. */
const MAX_RULES_BYTES = 512 * 1024

/**
 * Reads the rules of a site, and the page that they most often lead to: routes that were not opened are there offline, too. Small
 * files alone; never rejects.
 *
 * @param root - the content path that the origin stands for
 */
export async function keepRules (root: string, open: (signal: AbortSignal) => Promise<Gateway>): Promise<void> {
  const read = async (path: string): Promise<boolean> => {
    const request = new Request(`http://site${path}`)
    const response = await handleGateway(request, async () => await open(request.signal), { root, target: path })
    const isSmall = response.status === 200 && Number(response.headers.get('content-length') ?? Infinity) <= MAX_RULES_BYTES
    await (isSmall ? response.arrayBuffer() : response.body?.cancel())
    return response.status === 200
  }

  try {
    if (await read('/_redirects')) {
      await read('/')
    }
  } catch {
    // it went away: another visit reads them
  }
}
