#!/usr/bin/env node
// - `npm run bench [-- --full]`: this node, Helia, and Kubo if `KUBO_BIN` is set, side by side in one run of at most
//   ten minutes; with `--full` everything.
// - `npm run bench -- --trace [--only reads|site] [--rounds N]`: transactions, port messages and digests of reads and
//   page loads, from the built worker.
// - `npm run bench -- --grow [--quick]`: rates of the blockstore, of pinning a part and of GC at 10,000, 100,000 and
//   1,000,000 blocks. `--quick` skips the last stage.
// - `npm run bench -- --heap [--only TEXT]`: peak heap growth of the worker for each workload, without times.
// - `npm run bench -- --flat`: heap growth of the worker for answers over very many rows.
// - `npm run bench -- --dht`: our DHT client and `@libp2p/kad-dht` against servers of which some are silent or lie.
// - `npm run bench -- --swarm`: folders between the node in a browser and its peers.
// - `npm run bench -- --background [--minutes N] [--peer websocket|browser]`: a node in a background tab, observed from
//   outside for an hour.
// - `npm run bench -- --start [--rounds N] [--dist DIR]`: cold starts of the worker, compared with an empty worker.
// - `npm run bench -- --page [--rounds N]`: density of the app, its longest tasks, and the search, with their limits.
// - `npm run bench -- --repo [--blocks N] [--mib N]`: repos in a folder for Node.js, side by side.
// - `npm run bench -- --webrtc`: WebRTC of a worker, whose connections a page holds, compared with WebRTC of a page.
import process from 'node:process'
import { ensureInstall } from '../install/ensure-install.mjs'
import { ROOT } from '../root.mjs'

await ensureInstall(ROOT, { log: console.log })
const { ensureChromium } = await import('../install/ensure-chromium.mjs')
process.env.CHROMIUM_PATH = await ensureChromium()
const INSTEAD = {
  '--background': '../../bench/background/run.mjs',
  '--dht': '../../bench/dht/run.mjs',
  '--flat': '../../bench/flat/run.mjs',
  '--grow': '../../bench/store/grow.mjs',
  '--heap': '../../bench/heap/run.mjs',
  '--page': '../../bench/page/run.mjs',
  '--repo': '../../bench/repo/run.mjs',
  '--start': '../../bench/start/run.mjs',
  '--swarm': '../../bench/swarm/run.mjs',
  '--trace': '../../bench/trace/run.mjs',
  '--webrtc': '../../bench/webrtc/run.mjs'
}
const asked = Object.keys(INSTEAD).find((option) => process.argv.includes(option))
await import(asked == null ? '../../bench/run.mjs' : INSTEAD[asked])
