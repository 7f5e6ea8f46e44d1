import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('../../scripts/serve/serve-edge.mjs', import.meta.url))

/** Secret of the RPC in tests. */
export const TOKEN = 'test-token'

export interface ServedEdge {
  url: string
  /** lines of its standard output */
  lines: string[]
  child: ChildProcess
  ended: Promise<number | null>
}

/** Starts `npm run serve:edge` in its own process group, so that its engine can be killed with it. */
export async function serveEdge (state: string, ...args: string[]): Promise<ServedEdge> {
  const child = spawn(process.execPath, [SCRIPT, '--port', '0', '--state', state, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true
  })
  const lines: string[] = []
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })

  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (lines.length === 1) {
        resolve((JSON.parse(line) as { rpc: string }).rpc)
      }
    })
    void ended.then((code) => {
      reject(new Error(`serve:edge ended with ${code}`))
    })
  })

  return { url, lines, child, ended }
}

/** Kills the server like a crash, without any cleanup. Ignores one that has ended. */
export async function killEdge ({ child, ended }: ServedEdge): Promise<void> {
  if (child.exitCode == null && child.signalCode == null) {
    process.kill(-child.pid!, 'SIGKILL')
    await ended
  }
}

/**
 * Calls a command of the RPC with the secret.
 *
 * @param path - command with its query
 */
export async function edgeRpc (url: string, path: string, body?: BodyInit, token = TOKEN): Promise<Response> {
  return await fetch(`${url}/api/v0/${path}`, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body })
}
