import type { KuboRPCClient, Options } from 'kubo-rpc-client'
// not among the exports of the package, and bundled with what it needs
import { createRm } from '../../node_modules/kubo-rpc-client/dist/src/files/rm.js'
import { Client } from '../../node_modules/kubo-rpc-client/dist/src/lib/core.js'
import { toldBeforeBreak } from './told-before-break.ts'

/** `files.rm` of a client, whose error says which files could not be removed and why, as with Kubo. */
export function rmWithWords (options: Options): KuboRPCClient['files']['rm'] {
  const http = new Client(options)

  return createRm(Object.assign(Object.create(http) as Client, {
    async post (...args: Parameters<Client['post']>) {
      const response = await http.post(...args)
      return Object.assign(response, { text: async () => await toldBeforeBreak(response.body) })
    }
  }))
}
