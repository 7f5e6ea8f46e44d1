import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { NO_PEERS } from '../../scripts/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/static-server/static-server.mjs'
import { killRounds } from './rounds.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string' }, cut: { type: 'boolean', default: false }, kill: { type: 'string' } } })
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
const kills = values.kill?.split(',') as Array<'worker' | 'renderer' | 'browser'> | undefined

if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) || kills?.some((kill) => !['worker', 'renderer', 'browser'].includes(kill)) === true) {
  console.error('usage: npm run kill -- [--rounds N] [--seed N] [--cut] [--kill worker,renderer,browser]')
  process.exit(2)
}

const server = await startStaticServer({ root: fileURLToPath(new URL('../../dist', import.meta.url)), port: 0, instead: NO_PEERS })
console.log(`seed ${seed}, ${rounds} rounds${values.cut ? ', logs cut' : ''}`)

const { kills: counted, hits, faults } = await killRounds({ rounds, seed, origin: `http://node.localhost:${server.port}`, cut: values.cut, kills, log: (line) => { console.log(line) } })
await server.close()

console.log(`\n${Object.entries(counted).map(([kind, count]) => `${count} of the ${kind}`).join(', ')}; ${hits} met a command under way`)
console.log(faults.length === 0 ? 'nothing lost, nothing left, nothing without an end' : `${faults.length} faults (seed ${seed}):\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
process.exit(faults.length === 0 ? 0 : 1)
