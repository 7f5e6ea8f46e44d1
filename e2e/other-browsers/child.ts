import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

/** A child process in a group of its own, so that its children end with it. */
export class Child {
  readonly #process: ChildProcess
  readonly #ended: Promise<void>
  #output = ''

  constructor (command: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
    this.#process = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
    this.#ended = new Promise((resolve) => {
      this.#process.once('exit', () => { resolve() })
      this.#process.once('error', (err) => {
        this.#output += err.message
        resolve()
      })
    })

    for (const stream of this.#process.stdio.slice(1)) {
      stream?.on('data', (data: Buffer) => { this.#output = (this.#output + data.toString()).slice(-64 * 1024) })
    }
  }

  /** Waits for a line of its output. @throws when the process ends first, or after the time */
  async says (pattern: RegExp, timeoutMs: number): Promise<RegExpMatchArray> {
    const end = Date.now() + timeoutMs
    let over = false
    void this.#ended.then(() => { over = true })

    for (;;) {
      const match = this.#output.match(pattern)
      if (match != null) return match
      if (over || Date.now() > end) throw new Error(`no ${pattern} from ${this.#process.spawnfile}: ${this.#output.slice(-2000)}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Waits for the process to end by itself, and makes it when it does not. */
  async ends (timeoutMs: number): Promise<void> {
    const timer = setTimeout(() => { this.#signal('SIGKILL') }, timeoutMs)
    await this.#ended
    clearTimeout(timer)
    this.#signal('SIGKILL') // what it left behind
  }

  async kill (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.#signal(signal)
    await this.ends(5000)
  }

  #signal (signal: NodeJS.Signals): void {
    try {
      if (this.#process.pid != null) process.kill(-this.#process.pid, signal)
    } catch {
      // the group is gone
    }
  }
}
