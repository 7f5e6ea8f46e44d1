import { create as createKubo } from 'kubo-rpc-client'
import type { KuboRPCClient, Options } from 'kubo-rpc-client'
import { addWithProgress } from './add-with-progress.ts'

/**
 * A client of the node of this origin, with all that kubo-rpc-client has.
 *
 * `add` and `addAll` tell their progress: kubo-rpc-client asks the browser for the progress of an upload, which browsers do not
 * know of a request that a worker answers. Here the node is asked, and says what it has stored.
 *
 * @param options - of kubo-rpc-client; the URL is that of this origin when left out
 */
export function create (options: Options = {}): KuboRPCClient {
  const settings: Options = { ...options, url: options.url ?? `${location.origin}/api/v0` }
  const client = createKubo(settings)
  const { add, addAll } = addWithProgress(settings)

  return {
    ...client,
    add: async (entry, options) => await (typeof options?.progress === 'function' ? add : client.add)(entry, options),
    addAll: (source, options) => (typeof options?.progress === 'function' ? addAll : client.addAll)(source, options)
  }
}
