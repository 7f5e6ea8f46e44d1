import type { KuboRPCClient, Options } from 'kubo-rpc-client'
// This is not exported by the package, and is bundled with its dependencies.
import { createRm } from '../../node_modules/kubo-rpc-client/dist/src/files/rm.js'
import { Client } from '../../node_modules/kubo-rpc-client/dist/src/lib/core.js'
import { readPartialBody } from './partial-body.ts'

/**
 * Returns `files.rm` of a client, with errors that name the files that could not be removed and the reasons, as with
 * Kubo.
 */
export function rmWithErrors (options: Options): KuboRPCClient['files']['rm'] {
  const http = new Client(options)

  return createRm(Object.assign(Object.create(http) as Client, {
    async post (...args: Parameters<Client['post']>) {
      const response = await http.post(...args)
      return Object.assign(response, { text: async () => await readPartialBody(response.body) })
    }
  }))
}
