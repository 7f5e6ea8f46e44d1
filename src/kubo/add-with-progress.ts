import type { AddProgressFn, KuboRPCClient, Options } from 'kubo-rpc-client'
// not among the exports of the package, and bundled with what they need: they write the form as the client does
import { createAddAll } from '../../node_modules/kubo-rpc-client/dist/src/add-all.js'
import { createAdd } from '../../node_modules/kubo-rpc-client/dist/src/add.js'
import { Client } from '../../node_modules/kubo-rpc-client/dist/src/lib/core.js'
import { readProgress } from './read-progress.ts'

/** `add` and `addAll` of a client, of which `progress` is told what the node has stored. */
export function addWithProgress (options: Options): Pick<KuboRPCClient, 'add' | 'addAll'> {
  const http = new Client(options)

  /** The part of the client that they use, for one call of them. */
  const reporting = (progress: AddProgressFn): Client => Object.assign(Object.create(http) as Client, {
    async post (resource: string, { onUploadProgress: _, ...request }: Parameters<Client['post']>[1] & object) {
      const searchParams = new URLSearchParams(request.searchParams as URLSearchParams)
      searchParams.set('progress', 'true')
      const response = await http.post(resource, { ...request, searchParams })
      return Object.assign(Object.create(response) as typeof response, { ndjson: () => readProgress(response.ndjson(), progress) })
    }
  })

  return {
    add: async (entry, { progress, ...rest } = {}) => await createAdd(reporting(progress!))(entry, rest),
    addAll: (source, { progress, ...rest } = {}) => createAddAll(reporting(progress!))(source, rest)
  }
}
