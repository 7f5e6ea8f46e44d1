import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'

const SOURCE = fileURLToPath(new URL('../go-peer', import.meta.url))

/**
 * Module files of each kind of peer: `current` has the dependencies of released Kubo, with version 1 of WebRTC-direct
 * only; `webrtc-v2` is a go-libp2p with a listener that accepts versions 1 and 2.
 */
const MODULES = {
  current: SOURCE,
  'webrtc-v2': fileURLToPath(new URL('../go-peer-webrtc-v2', import.meta.url))
}

export type GoPeerKind = keyof typeof MODULES

/** Location of the built programs, which a dozen test files share: linking one takes seconds of CPU time. */
const BUILT = fileURLToPath(new URL('../../../.cache/go-peer', import.meta.url))

/** Timeout of the first build, which takes minutes and downloads the modules. */
const BUILD_MS = 300_000

export interface GoAnswer {
  Error?: string
  Addrs?: string[]
  Cid?: string
  Cids?: string[]
  Data?: string
  From?: string
  Said?: string[]
}

export interface GoPeer {
  addresses: string[]
  /**
   * Sends a request, one after the other.
   *
   * @throws an Error with the peer's message
   */
  ask: (op: string, rest?: Record<string, unknown>) => Promise<GoAnswer>
  /** kills it like a power failure */
  kill: () => Promise<void>
}

/**
 * Defines tests with a peer on go-libp2p and boxo, and builds its program first. If the build is impossible, a single
 * skipped test gives the reason.
 */
export function withGoPeer (title: string, stories: (file: string) => void): void {
  const built = buildGoPeer()

  if ('missing' in built) {
    test(title, ({ skip }) => {
      skip(built.missing)
    })
  } else {
    stories(built.file)
  }
}

/** Starts a peer on loopback: TCP, WebSockets, WebTransport and WebRTC-direct. */
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

      const ended = new Promise((resolve) => {
        child.once('exit', resolve)
      })
      child.kill('SIGKILL')
      await ended
    }
  }
}

/**
 * Builds the peer on go-libp2p and boxo, unless it was built from this source before. Missing modules are downloaded
 * from Go's proxy, if it is reachable.
 *
 * @returns its file, which is kept, or the reason why it cannot be built here
 */
export function buildGoPeer (kind: GoPeerKind = 'current'): { file: string } | { missing: string } {
  const prefix = kind === 'current' ? 'go-peer-' : `${kind}-`
  const name = `${prefix}${sourceHash(kind)}`
  const file = join(BUILT, name)

  if (existsSync(file)) {
    return { file }
  }

  mkdirSync(BUILT, { recursive: true })
  // Concurrent builds must not see an incomplete program.
  const half = `${file}-by-${process.pid}`
  const built = spawnSync('go', ['build', '-modfile', join(MODULES[kind], 'go.mod'), '-o', half, '.'], {
    cwd: SOURCE,
    timeout: BUILD_MS,
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=readonly' }
  })

  if (built.status !== 0) {
    rmSync(half, { force: true })
    return {
      missing: built.error == null
        ? `the peer in Go cannot be built: ${built.stderr.split('\n')[0]}`
        : 'Go is not installed'
    }
  }

  renameSync(half, file)
  readdirSync(BUILT).filter((other) => other.startsWith(prefix) && !other.startsWith(name)).forEach((other) => {
    rmSync(join(BUILT, other), { force: true })
  })
  return { file }
}

function sourceHash (kind: GoPeerKind): string {
  const hash = createHash('sha256')
  for (const folder of new Set([SOURCE, MODULES[kind]])) {
    for (const name of readdirSync(folder).sort()) {
      hash.update(`${name}\0`).update(readFileSync(join(folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
