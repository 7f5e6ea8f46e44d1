// Compares a node on the edge, run by workerd on this machine, with `serve:node`: `node bench/edge/run.mjs [--mib N]
// [--rounds N]`
import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { medianOf } from '../tools/median-of.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MIB = 1024 * 1024
const TOKEN = 'bench'
const RANGE_BYTES = 64 * 1024
const TRIES = 3

const { values } = parseArgs({
  options: { mib: { type: 'string', default: '32' }, rounds: { type: 'string', default: '3' } }
})
const bytes = Number(values.mib) * MIB
const rounds = Number(values.rounds)
const content = randomFillSync(new Uint8Array(bytes))
const results = new Map()

for (const name of ['edge', 'node']) {
  const state = await mkdtemp(path.join(os.tmpdir(), 'swipfs-bench-edge-'))

  try {
    results.set(name, await measureNode(name, state))
  } finally {
    await rm(state, { recursive: true, force: true })
  }
}

const [edge, node] = [results.get('edge'), results.get('node')]
console.log(`${values.mib} MiB, the median of ${rounds} rounds`)
console.log(`${''.padEnd(38)}${'edge'.padStart(12)}${'node'.padStart(12)}`)

for (const [what, unit] of [...edge.keys()].map((key) => key.split('|'))) {
  console.log(
    `${`${what} (${unit})`.padEnd(38)}${
      [edge, node].map((all) => medianOf(all.get(`${what}|${unit}`)).toFixed(1).padStart(12)).join('')
    }`
  )
}

async function measureNode (name, state) {
  const all = new Map()
  const note = (what, value) => {
    all.set(what, [...all.get(what) ?? [], value])
  }
  let served = await startNode(name, state)

  try {
    const added = await timed(async () => await (await rpc(served, 'add?cid-version=1&progress=false', content)).json())
    note('add|MiB/s', rate(added.ms))
    const { Hash: cid } = added.value

    if (name === 'edge') {
      // A node in Node loses its data when it ends.
      served.stop()
      await served.ended
      served = await startNode(name, state)
    }

    // On the edge, the request wakes the object, which opens its store. A node in Node is already open when it is
    // ready.
    const first = await timed(async () =>
      (await fetchFromGateway(served, `/ipfs/${name === 'edge' ? cid : 'bafkqaaa'}`)).body?.cancel()
    )
    note('first request to its first byte|ms', first.ms)

    for (let i = 0; i < rounds; i++) {
      // Bypasses the edge's cache.
      note(
        'GET|MiB/s',
        rate(
          (await timed(async () =>
            await (await fetchFromGateway(served, `/ipfs/${cid}`, { 'Cache-Control': 'no-transform' })).arrayBuffer()
          )).ms
        )
      )
      const start = (i + 1) * RANGE_BYTES
      note(
        'GET of a range of 64 KiB|ms',
        (await timed(async () =>
          await (await fetchFromGateway(served, `/ipfs/${cid}`, { Range: `bytes=${start}-${start + RANGE_BYTES - 1}` }))
            .arrayBuffer()
        )).ms
      )
      const car = await timed(async () =>
        await (await rpc(served, `dag/export?arg=${cid}&progress=false`)).arrayBuffer()
      )
      note('dag/export|MiB/s', rate(car.ms))
      await (await rpc(served, `pin/rm?arg=${cid}`)).text()
      await (await rpc(served, 'repo/gc?quiet=true')).text()
      note(
        'dag/import|MiB/s',
        rate((await timed(async () => await (await rpc(served, 'dag/import', new Uint8Array(car.value))).text())).ms)
      )
    }
  } finally {
    served.stop()
    await served.ended
  }

  return all
}

/** Resolves when the node reports that it is ready. */
async function startNode (name, state) {
  const args = name === 'edge'
    ? ['--port', '0', '--state', state, '--token', TOKEN, '--config', '{"Bootstrap":[],"Routing.Type":"none"}']
    : ['--rpc-port', '0', '--gateway-port', '0']
  const child = spawn(process.execPath, [path.join(ROOT, `scripts/serve/serve-${name}.mjs`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`serve:${name} ended with ${code}`)
    })
  ])
  return {
    ...JSON.parse(line),
    stop: () => {
      child.kill('SIGTERM')
    },
    ended: once(child, 'exit')
  }
}

async function rpc ({ rpc: url }, command, file) {
  const body = file == null ? undefined : new FormData()
  body?.append('file', new Blob([file]), 'file')
  return await checkResponse(
    await fetchWithRetry(`${url}/api/v0/${command}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}` },
      body
    })
  )
}

async function fetchFromGateway ({ gateway }, target, headers = {}) {
  return await checkResponse(await fetchWithRetry(`${gateway}${target}`, { headers }))
}

/** Calls `fetch`, and retries if a kept-alive connection was just closed. */
async function fetchWithRetry (...asked) {
  for (let tries = 1;; tries++) {
    try {
      return await fetch(...asked)
    } catch (err) {
      if (tries === TRIES) {
        throw err
      }
    }
  }
}

async function checkResponse (response) {
  if (!response.ok) {
    throw new Error(`${response.status} ${await response.text()}`)
  }

  return response
}

async function timed (work) {
  const start = performance.now()
  const value = await work()
  return { value, ms: performance.now() - start }
}

function rate (ms) {
  return bytes / MIB / (ms / 1000)
}
