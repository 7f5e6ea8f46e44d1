import { spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../root.mjs'

const ENTRY = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

/**
 * Starts a relay in a child process. It ends with this process, however this process ends.
 *
 * @param {string[]} args of the relay (src/relay/relay-args.ts)
 * @returns {Promise<{ relays: string[], httpPort: number, stop: () => void, ended: Promise<number> }>} its multiaddrs,
 *   the port of its router, and its exit code after it ended
 * @throws an Error with its output if it cannot start
 */
export async function startRelay (args) {
  const child = spawn(process.execPath, ['--import', 'tsx', ENTRY, 'relay', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
  let problem = ''
  let said = ''
  child.stderr.on('data', (chunk) => {
    problem += chunk
  })

  const ended = new Promise((resolve) => {
    child.on('exit', (code) => {
      resolve(code ?? 0)
    })
  })

  const ready = new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const end = said.indexOf('\n')
      if (end >= 0) {
        resolve(JSON.parse(said.slice(0, end)))
      }
    })
    child.on('close', () => {
      reject(new Error(problem === '' ? 'the relay ended before it was ready\n' : problem))
    })
  })

  const { relays, httpPort } = await ready
  return {
    relays,
    httpPort,
    stop: () => {
      child.kill()
    },
    ended
  }
}
