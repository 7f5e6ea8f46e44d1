import { API_PREFIX } from '../../src/rpc/handler.ts'

/** Commands whose uploads the front reads. */
const COMMANDS = ['add', 'dag/import', 'block/put'].map((command) => `${API_PREFIX}/${command}`)

/**
 * Returns whether the front reads the body of a request to the RPC. The node itself makes references to files or URLs
 * (`nocopy`), which need no bytes in the bucket.
 */
export function isUpload ({ method, url, body }: Request): boolean {
  const { pathname, searchParams } = new URL(url)
  return method === 'POST' && body != null && COMMANDS.includes(pathname) && !searchParams.has('nocopy')
}
