import { create as createKubo } from 'kubo-rpc-client'
import type { KuboRPCClient, Options } from 'kubo-rpc-client'
// These are not exported by the package, and are bundled with their dependencies.
import { createAddAll } from '../../node_modules/kubo-rpc-client/dist/src/add-all.js'
import { createAdd } from '../../node_modules/kubo-rpc-client/dist/src/add.js'
import { createPut } from '../../node_modules/kubo-rpc-client/dist/src/block/put.js'
import { createImport } from '../../node_modules/kubo-rpc-client/dist/src/dag/import.js'
import { createPut as createDagPut } from '../../node_modules/kubo-rpc-client/dist/src/dag/put.js'
import { createWrite } from '../../node_modules/kubo-rpc-client/dist/src/files/write.js'
import { addWithProgress } from './add-with-progress.ts'
import { HandOverClient } from './hand-over-client.ts'
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
 * files that it could not remove. Uploads are passed to the worker over a port where that is possible.
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

  const http = new HandOverClient(settings)
  // The codecs of `ipld`, and the usual ones; not in the type of the client.
  const { codecs } = client as unknown as { codecs: Parameters<typeof createDagPut>[1] }
  const { add, addAll } = addWithProgress(http)
  const plain = { add: createAdd(http), addAll: createAddAll(http) }

  return {
    ...client,
    block: { ...client.block, put: createPut(http) },
    dag: { ...client.dag, import: createImport(http), put: createDagPut(http, codecs) },
    files: { ...client.files, rm: rmWithErrors(settings), write: createWrite(http) },
    add: async (entry, options) => await (typeof options?.progress === 'function' ? add : plain.add)(entry, options),
    addAll: (source, options) => (typeof options?.progress === 'function' ? addAll : plain.addAll)(source, options)
  }
}
