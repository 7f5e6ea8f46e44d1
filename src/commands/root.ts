import { command } from '../rpc/command/command.ts'
import { globalOptions } from '../rpc/command/global-options.ts'
import { add } from './add/index.ts'
import { bitswap } from './bitswap/index.ts'
import { block } from './block/index.ts'
import { bootstrap } from './bootstrap/index.ts'
import { cat } from './cat.ts'
import { cid } from './cid/index.ts'
import { commands } from './commands/index.ts'
import { config } from './config/index.ts'
import { dag } from './dag/index.ts'
import { dht } from './dht/index.ts'
import { diag } from './diag/index.ts'
import { files } from './files/index.ts'
import { filestore } from './filestore/index.ts'
import { get } from './get.ts'
import { id } from './id.ts'
import { key } from './key/index.ts'
import { log } from './log/index.ts'
import { ls } from './ls/index.ts'
import { mount } from './mount.ts'
import { multibase } from './multibase/index.ts'
import { nameCommands } from './name/index.ts'
import { object } from './object/index.ts'
import { p2p } from './p2p/index.ts'
import { pin } from './pin/index.ts'
import { ping } from './ping.ts'
import { provide } from './provide/index.ts'
import { pubsub } from './pubsub/index.ts'
import { refs } from './refs/index.ts'
import { repo } from './repo/index.ts'
import { resolve } from './resolve.ts'
import { routing } from './routing/index.ts'
import { shutdown } from './shutdown.ts'
import { stats } from './stats/index.ts'
import { swarm } from './swarm/index.ts'
import { swipfs } from './swipfs/index.ts'
import { update } from './update.ts'
import { version } from './version/index.ts'

/**
 * The command tree of `/api/v0`.
 *
 * @example
 * ```ts
 * const request = new Request('http://localhost/api/v0/id', { method: 'POST' })
 * const response = await handleRpc(request, { root, node: async () => node })
 * ```
 */
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
  stats,
  swarm,
  swipfs,
  update,
  version
})
