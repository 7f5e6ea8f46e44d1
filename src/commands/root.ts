import { command, group } from '../rpc/command.ts'
import { globalOptions } from '../rpc/global-options.ts'
import { add } from './add.ts'
import { blockPut } from './block/put.ts'
import { cid } from './cid/index.ts'
import { multibase } from './multibase/index.ts'
import { version } from './version.ts'
import { cat } from './cat.ts'
import { get } from './get.ts'
import { ls } from './ls.ts'
import { refs } from './refs.ts'
import { resolve } from './resolve.ts'

/** The whole command tree below `/api/v0`. */
export const root = command({
  help: { tagline: 'An IPFS node in a service worker.' },
  options: globalOptions
}, {
  add,
  block: group('Work with blocks.', {
    put: blockPut
  }),
  cat,
  get,
  ls,
  refs,
  resolve,
  cid,
  multibase,
  version
})
