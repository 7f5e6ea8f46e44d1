// Measures the memory of an edge object, run by workerd on this machine, with and without peers: `node --import tsx
// bench/edge/memory.ts [--only TEXT,TEXT] [--peers N]`
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { MAX_CONNECTIONS } from '../../edge/peer/door/peer-bounds.ts'
import { startCrowd } from '../../edge/testing/crowd.ts'
import type { Crowd } from '../../edge/testing/crowd.ts'
import { HOSTILE } from '../../edge/testing/hostile-peers.ts'
import { edgeWorker } from '../../scripts/build/edge/edge-worker.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MB = 1e6
const MIB = 1024 * 1024
const BYTES = 32 * MIB

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, peers: { type: 'string', default: String(MAX_CONNECTIONS) } }
})
const count = Number(values.peers)
const code = await edgeWorker(ROOT)

const scenarios: Array<[string, (crowd: Crowd) => Promise<unknown>]> = [
  ['nobody: add', async ({ add }) => await add(BYTES)],
  ['nobody: import', async ({ importCar }) => {
    await importCar(BYTES)
  }],
  ['nobody: 4 adds at once', async ({ add }) => await Promise.all([1, 2, 3, 4].map(async () => await add(BYTES)))],
  ['nobody: 16 gateway readers that stall', async ({ stalledGets }) => {
    await stalledGets(16)
  }],
  ['nobody: 64 gateway readers that stall', async ({ stalledGets }) => {
    await stalledGets(64)
  }],
  ['idle', async ({ peers }) => {
    await peers(count)
  }],
  ['idle, with places at the relay', async ({ peers }) => {
    await peers(count, { reserves: true })
  }],
  ...Object.keys(HOSTILE).map((how): [string, (crowd: Crowd) => Promise<unknown>] => [how, async ({ hostile }) => {
    await hostile(count, [how])
  }]),
  [
    'all of them, an add and an import',
    async ({ hostile, add, importCar }) =>
      await Promise.all([hostile(count, Object.keys(HOSTILE)), add(BYTES), importCar(BYTES)])
  ]
]

console.log(`${''.padEnd(44)}${'before'.padStart(9)}${'peak'.padStart(9)}${'after'.padStart(9)} MB`)

for (const [name, run] of scenarios.filter(([name]) => values.only.split(',').some((part) => name.includes(part)))) {
  const state = await mkdtemp(path.join(os.tmpdir(), 'swipfs-edge-memory-'))
  const crowd = await startCrowd({ code, state })

  try {
    const before = await crowd.memory.used()
    const peak = await crowd.memory.peak(async () => {
      await run(crowd)
    })
    const after = await crowd.memory.used()
    console.log(
      name.padEnd(44) + [before, peak, after].map((bytes) => (bytes / MB).toFixed(1).padStart(9)).join('') +
        `   ${crowd.report()}`
    )
  } catch (err) {
    console.log(`${name.padEnd(44)} ${(err as Error).message}`)
  } finally {
    await crowd.close()
    await rm(state, { recursive: true, force: true })
  }
}

process.exit(0)
