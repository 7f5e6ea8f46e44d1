import { create as createKubo } from 'kubo-rpc-client'
import type { KuboRPCClient, Options } from 'kubo-rpc-client'
import { addWithProgress } from './add-with-progress.ts'
import { rmWithWords } from './rm-with-words.ts'

/** Leads nowhere (RFC 2606): a server that draws the page has no node, and makes clients as it loads the modules of the page. */
const NOWHERE = 'http://swipfs.invalid'

/**
 * A client of the node of this origin, with all that kubo-rpc-client has.
 *
 * `add` and `addAll` tell their progress: kubo-rpc-client asks the browser for the progress of an upload, which browsers do not
 * know of a request that a worker answers. Here the node is asked, and says what it has stored. `files.rm` says what it could not remove.
 *
 * Where there is no page, as on a server that draws it, it is kubo-rpc-client as it is.
 *
 * @param options - of kubo-rpc-client; the URL is that of this origin when left out
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
    files: { ...client.files, rm: rmWithWords(settings) },
    add: async (entry, options) => await (typeof options?.progress === 'function' ? add : client.add)(entry, options),
    addAll: (source, options) => (typeof options?.progress === 'function' ? addAll : client.addAll)(source, options)
  }
}
