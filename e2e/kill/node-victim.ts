import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ending } from './ending.ts'
import { segmentsLeft } from './segments-left.ts'
import { ServedNode } from './served-node.ts'
import type { Victim } from './victim.ts'

const PROGRAM = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

/** Returns `swipfs serve` with a repo in a folder of its own. A kill is `kill -9`. */
export async function nodeVictim (): Promise<Victim> {
  const repo = await mkdtemp(path.join(tmpdir(), 'swipfs-kill-node-'))
  let child: ChildProcess
  let node: ServedNode

  async function start (): Promise<void> {
    child = spawn(
      process.execPath,
      ['--import', 'tsx', PROGRAM, 'serve', '--repo', repo, '--rpc-port', '0', '--gateway-port', '0', '--offline'],
      { stdio: ['ignore', 'pipe', 'inherit'] }
    )
    const [line] = await ending(
      'the start of swipfs serve',
      once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')
    ) as [string]
    node = new ServedNode((JSON.parse(line) as { rpc: string }).rpc)
  }

  async function end (signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode == null && child.signalCode == null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ending('the end of swipfs serve', ended)
    }
  }

  await start()

  return {
    get node () {
      return node
    },
    kills: ['process'],
    sendsAgain: () => false,
    positions: () => new Map(),
    large: true,
    kill: async () => {
      await end('SIGKILL')
    },
    again: async () => {
      await start()
    },

    async restart () {
      await end('SIGTERM')
      await start()
    },

    async revive () {
      await end('SIGKILL')
      await start()
    },

    rest: async () =>
      await segmentsLeft(async () => await readdir(path.join(repo, 'segments')).catch(() => []), 'folder'),

    async end () {
      await end('SIGKILL')
      await rm(repo, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
