import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'

const SOURCE = fileURLToPath(new URL('./go-peer', import.meta.url))

/** The first build of all that it is made of takes minutes, and the modules have to come. */
const BUILD_MS = 300_000

export interface GoAnswer { Error?: string, Addrs?: string[], Cid?: string, Cids?: string[], Data?: string, From?: string, Said?: string[] }

export interface GoPeer {
  addresses: string[]
  /** One request after the other. @throws an Error with what the peer says */
  ask: (op: string, rest?: Record<string, unknown>) => Promise<GoAnswer>
  /** ends it as a power cut does */
  kill: () => Promise<void>
}

/** Tells stories with a peer on go-libp2p and boxo, whose program is built first of all; where that cannot be, one test is left out and says why. */
export function withGoPeer (title: string, stories: (file: string) => void): void {
  const built = buildGoPeer()

  if ('missing' in built) {
    test(`${title} (left out: ${built.missing})`, ({ skip }) => { skip() })
  } else {
    stories(built.file)
  }
}

/** Starts one on the loopback: TCP, WebSockets, WebTransport and WebRTC-direct. */
export async function startGoPeer (file: string): Promise<GoPeer> {
  const child = spawn(file, [], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<GoAnswer> => JSON.parse((await lines.next()).value as string) as GoAnswer
  const { Addrs = [] } = await next()

  return {
    addresses: Addrs,

    ask: async (op, rest = {}) => {
      child.stdin.write(`${JSON.stringify({ Op: op, ...rest })}\n`)
      const answer = await next()

      if (answer.Error != null) {
        throw new Error(answer.Error)
      }

      return answer
    },

    kill: async () => {
      if (child.signalCode != null || child.exitCode != null) {
        return
      }

      const ended = new Promise((resolve) => { child.once('exit', resolve) })
      child.kill('SIGKILL')
      await ended
    }
  }
}

/** Builds the peer on go-libp2p and boxo; modules that are not here come from Go's proxy, where it can be reached. @returns its file, or why it cannot be had here */
export function buildGoPeer (): { file: string } | { missing: string } {
  const file = join(mkdtempSync(join(tmpdir(), 'swipfs-go-peer-')), 'go-peer')
  const built = spawnSync('go', ['build', '-o', file, '.'], { cwd: SOURCE, timeout: BUILD_MS, encoding: 'utf8', env: { ...process.env, GOFLAGS: '-mod=readonly' } })
  return built.status === 0 ? { file } : { missing: built.error == null ? `the peer in Go cannot be built: ${built.stderr.split('\n')[0]}` : 'Go is not installed' }
}
