import { command } from '../rpc/command.ts'
import { globalOptions } from '../rpc/global-options.ts'
import { add } from './add.ts'
import { block } from './block/index.ts'
import { cat } from './cat.ts'
import { cid } from './cid/index.ts'
import { commands } from './commands.ts'
import { config } from './config.ts'
import { dag } from './dag/index.ts'
import { get } from './get.ts'
import { id } from './id.ts'
import { bitswap } from './later/bitswap.ts'
import { bootstrap } from './later/bootstrap.ts'
import { dht } from './later/dht.ts'
import { diag } from './later/diag.ts'
import { files } from './later/files.ts'
import { filestore } from './later/filestore.ts'
import { key } from './later/key.ts'
import { log } from './later/log.ts'
import { mount } from './later/mount.ts'
import { nameCommands } from './later/name.ts'
import { object } from './later/object.ts'
import { p2p } from './later/p2p.ts'
import { ping } from './later/ping.ts'
import { provide } from './later/provide.ts'
import { pubsub } from './later/pubsub.ts'
import { routing } from './later/routing.ts'
import { shutdown } from './later/shutdown.ts'
import { statsWith } from './later/stats.ts'
import { swarm } from './later/swarm.ts'
import { update } from './later/update.ts'
import { ls } from './ls.ts'
import { multibase } from './multibase/index.ts'
import { pin } from './pin/index.ts'
import { refs } from './refs.ts'
import { repo } from './repo/index.ts'
import { repoStat } from './repo/stat.ts'
import { resolve } from './resolve.ts'
import { version } from './version.ts'

/** The whole command tree below `/api/v0`, by names. What is in `later/` is declared and not part of this version. */
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
