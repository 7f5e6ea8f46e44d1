import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { BROWSER_KILLS, browserVictim } from './browser-victim.ts'
import type { BrowserVictimOptions } from './browser-victim.ts'
import { edgeVictim } from './edge-victim.ts'
import { nodeVictim } from './node-victim.ts'
import { killRounds } from './rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    cut: { type: 'boolean', default: false },
    kill: { type: 'string' },
    edge: { type: 'boolean', default: false },
    node: { type: 'boolean', default: false }
  }
})
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
const kills = values.kill?.split(',') as BrowserVictimOptions['kills']

if (
  !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) ||
  kills?.some((kill) => !BROWSER_KILLS.includes(kill)) === true ||
  ((values.edge || values.node) && (values.cut || kills != null)) || (values.edge && values.node)
) {
  console.error(
    'usage: npm run kill -- [--rounds N] [--seed N] [--cut] [--kill worker,renderer,browser]\n       npm run ' +
      'kill -- --edge [--rounds N] [--seed N]\n       npm run kill -- --node [--rounds N] [--seed N]'
  )
  process.exit(2)
}

const server = values.edge || values.node
  ? undefined
  : await startStaticServer({ root: fileURLToPath(new URL('../../dist', import.meta.url)), port: 0, instead: NO_PEERS })
console.log(`seed ${seed}, ${rounds} rounds${values.cut ? ', logs cut' : ''}`)

const victim = server == null
  ? await (values.node ? nodeVictim() : edgeVictim())
  : await browserVictim({ origin: `http://node.localhost:${server.port}`, cut: values.cut, kills })
const { kills: counted, hits, faults } = await killRounds({
  rounds,
  seed,
  victim,
  log: (line) => {
    console.log(line)
  }
})
await server?.close()

console.log(
  `\n${
    Object.entries(counted).map(([kind, count]) => `${count} of the ${kind}`).join(', ')
  }; ${hits} met a command under way`
)
console.log(
  faults.length === 0
    ? 'nothing lost, nothing left, nothing without an end'
    : `${faults.length} faults (seed ${seed}):\n${faults.map((fault) => `  ${fault}`).join('\n')}`
)
process.exit(faults.length === 0 ? 0 : 1)
