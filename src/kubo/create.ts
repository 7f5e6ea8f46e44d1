import { create as createKubo } from 'kubo-rpc-client'
import type { KuboRPCClient, Options } from 'kubo-rpc-client'
import { addWithProgress } from './add-with-progress.ts'
import { rmWithErrors } from './rm-with-errors.ts'

/**
 * A URL without a host (RFC 2606): a server that renders the page has no node, but creates clients as it loads the
 * modules of the page.
 */
const NOWHERE = 'http://swipfs.invalid'

/**
 * Creates a client of the node of this origin, with all methods of kubo-rpc-client.
 *
 * `add` and `addAll` report progress: kubo-rpc-client uses the browser's upload progress, which browsers do not provide
 * for requests that a worker answers. This client asks the node, which reports stored bytes. `files.rm` reports the
 * files that it could not remove.
 *
 * Without a page, for example during server-side rendering, it is the plain kubo-rpc-client.
 *
 * @param options - options of kubo-rpc-client; the default URL is that of this origin
 * @example
 * ```ts
 * const ipfs = create()
 * const { cid } = await ipfs.add(file, { progress: (bytes) => { meter.value = bytes } })
 * ```
 */
export function create (options: Options = {}): KuboRPCClient {
  const { location } = globalThis as { location?: Location }
  const settings: Options = { ...options, url: options.url ?? `${location?.origin ?? NOWHERE}/api/v0` }
  const client = createKubo(settings)

  if (location == null) {
    return client
  }

  const { add, addAll } = addWithProgress(settings)

  return {
    ...client,
    files: { ...client.files, rm: rmWithErrors(settings) },
    add: async (entry, options) => await (typeof options?.progress === 'function' ? add : client.add)(entry, options),
    addAll: (source, options) => (typeof options?.progress === 'function' ? addAll : client.addAll)(source, options)
  }
}
