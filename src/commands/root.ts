import { command, group } from '../rpc/command.ts'
import { globalOptions } from '../rpc/global-options.ts'
import { add } from './add.ts'
import { blockPut } from './block/put.ts'
import { version } from './version.ts'

/** The whole command tree below `/api/v0`. */
export const root = command({
  help: { tagline: 'An IPFS node in a service worker.' },
  options: globalOptions
}, {
  add,
  block: group('Work with blocks.', {
    put: blockPut
  }),
  version
})
