import { command } from '../rpc/command.ts'
import { globalOptions } from '../rpc/global-options.ts'
import { add } from './add/index.ts'
import { block } from './block/index.ts'
import { cat } from './cat.ts'
import { cid } from './cid/index.ts'
import { commands } from './commands/index.ts'
import { config } from './config/index.ts'
import { dag } from './dag/index.ts'
import { dht } from './dht/index.ts'
import { diag } from './diag/index.ts'
import { files } from './files/index.ts'
import { get } from './get.ts'
import { id } from './id.ts'
import { key } from './key/index.ts'
import { bitswap } from './not-implemented/bitswap.ts'
import { bootstrap } from './not-implemented/bootstrap.ts'
import { filestore } from './not-implemented/filestore.ts'
import { log } from './not-implemented/log.ts'
import { mount } from './not-implemented/mount.ts'
import { object } from './not-implemented/object.ts'
import { p2p } from './not-implemented/p2p.ts'
import { ping } from './not-implemented/ping.ts'
import { provide } from './not-implemented/provide.ts'
import { pubsub } from './not-implemented/pubsub.ts'
import { shutdown } from './not-implemented/shutdown.ts'
import { statsWith } from './not-implemented/stats.ts'
import { swarm } from './not-implemented/swarm.ts'
import { update } from './not-implemented/update.ts'
import { ls } from './ls/index.ts'
import { multibase } from './multibase/index.ts'
import { nameCommands } from './name/index.ts'
import { pin } from './pin/index.ts'
import { refs } from './refs/index.ts'
import { repo } from './repo/index.ts'
import { repoStat } from './repo/stat.ts'
import { resolve } from './resolve.ts'
import { routing } from './routing/index.ts'
import { version } from './version/index.ts'

/** The whole command tree below `/api/v0`, by names. What is in `not-implemented/` is declared and not part of this version. */
export const root = command({
  help: { tagline: 'An IPFS node in a service worker.' },
  options: globalOptions
}, {
  add,
  bitswap,
  block,
  bootstrap,
  cat,
  cid,
  commands,
  config,
  dag,
  dht,
  diag,
  files,
  filestore,
  get,
  id,
  key,
  log,
  ls,
  mount,
  multibase,
  name: nameCommands,
  object,
  p2p,
  pin,
  ping,
  provide,
  pubsub,
  refs,
  repo,
  resolve,
  routing,
  shutdown,
  stats: statsWith(repoStat),
  swarm,
  update,
  version
})
