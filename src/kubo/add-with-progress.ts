import type { AddProgressFn, KuboRPCClient } from 'kubo-rpc-client'
// These are not exported by the package, and are bundled with their dependencies: they encode the form like the client.
import { createAddAll } from '../../node_modules/kubo-rpc-client/dist/src/add-all.js'
import { createAdd } from '../../node_modules/kubo-rpc-client/dist/src/add.js'
import type { Client } from '../../node_modules/kubo-rpc-client/dist/src/lib/core.js'
import { readProgress } from './read-progress.ts'

/** Returns `add` and `addAll` of a client, with a `progress` that reports the bytes that the node has stored. */
export function addWithProgress (http: Client): Pick<KuboRPCClient, 'add' | 'addAll'> {
  /** Creates the part of the client that one call of them uses. */
  const reporting = (progress: AddProgressFn): Client =>
    Object.assign(Object.create(http) as Client, {
      async post (resource: string, { onUploadProgress: _, ...request }: Parameters<Client['post']>[1] & object) {
        const searchParams = new URLSearchParams(request.searchParams as URLSearchParams)
        searchParams.set('progress', 'true')
        const response = await http.post(resource, { ...request, searchParams })
        return Object.assign(Object.create(response) as typeof response, {
          ndjson: () => readProgress(response.ndjson(), progress)
        })
      }
    })

  return {
    add: async (entry, { progress, ...rest } = {}) => await createAdd(reporting(progress!))(entry, rest),
    addAll: (source, { progress, ...rest } = {}) => createAddAll(reporting(progress!))(source, rest)
  }
}
