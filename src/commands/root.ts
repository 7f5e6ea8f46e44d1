import { command, group } from '../rpc/command.ts'
import { globalOptions } from '../rpc/global-options.ts'
import { add } from './add.ts'
import { block } from './block/index.ts'
import { cid } from './cid/index.ts'
import { commands } from './commands.ts'
import { config } from './config.ts'
import { id } from './id.ts'
import { dag } from './dag/index.ts'
import { multibase } from './multibase/index.ts'
import { pin } from './pin/index.ts'
import { repo } from './repo/index.ts'
import { repoStat } from './repo/stat.ts'
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
  block,
  cat,
  get,
  ls,
  refs,
  resolve,
  cid,
  commands,
  config,
  id,
  dag,
  multibase,
  pin,
  repo,
  stats: group('Query statistics.', { repo: repoStat }),
  version
})
