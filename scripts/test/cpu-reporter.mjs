import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'

/** Clock ticks per second in `/proc/PID/stat`; 100 on every Linux. */
const TICKS_PER_S = 100
const SAMPLE_MS = 200

/**
 * A Playwright reporter that prints the CPU time of each story and of each kind of process: that of all processes below
 * the runner, user and system. CPU time says what a story costs on a busy machine too, where its duration does not.
 * Linux only. With more than one worker, stories that run at the same time are charged for each other.
 *
 * @example npm run e2e -- --workers=1 --reporter=./scripts/test/cpu-reporter.mjs e2e/app/explore.spec.ts
 */
export default class CpuReporter {
  #clock = new ProcessClock(process.pid)
  #rows = []
  #timer
  #before

  onBegin () {
    this.#clock.sample()
    this.#timer = setInterval(() => {
      this.#clock.sample()
    }, SAMPLE_MS)
  }

  onTestBegin () {
    this.#clock.sample()
    this.#before = this.#clock.totalS
  }

  onTestEnd (test, { status, duration }) {
    this.#clock.sample()
    this.#rows.push({
      cpuS: this.#clock.totalS - this.#before,
      waitedS: duration / 1000,
      name: `${test.titlePath().slice(2).join(' › ')}${status === 'passed' ? '' : ` (${status})`}`
    })
  }

  onEnd () {
    clearInterval(this.#timer)
    this.#clock.sample()
    const seconds = (s) => s.toFixed(1).padStart(7)
    console.log('CPU s, duration s, story')
    for (const { cpuS, waitedS, name } of this.#rows.sort((a, b) => b.cpuS - a.cpuS)) {
      console.log(seconds(cpuS), seconds(waitedS), name)
    }
    console.log('\nCPU s, kind of process; work between stories is included')
    for (const [kind, s] of [...this.#clock.byKind].sort((a, b) => b[1] - a[1])) {
      console.log(seconds(s), kind)
    }
    console.log(seconds(this.#clock.totalS), 'all')
  }
}

/** Adds up the CPU time of the descendants of a process. What a process uses after its last sample is lost. */
class ProcessClock {
  /** CPU seconds of each kind of process */
  byKind = new Map()
  totalS = 0
  #root
  /** CPU seconds at the last sample, by process ID and start time */
  #seen = new Map()

  constructor (root) {
    this.#root = root
  }

  sample () {
    for (const { pid, started, cpuS } of descendants(this.#root)) {
      const key = `${pid} ${started}`
      const used = cpuS - (this.#seen.get(key) ?? 0)
      this.#seen.set(key, cpuS)
      if (used > 0) {
        const kind = processKind(pid)
        this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + used)
        this.totalS += used
      }
    }
  }
}

/** Returns a process and those below it, with what the kernel counts for each. */
function descendants (root) {
  const children = new Map()

  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)) {
    const text = textOf(`/proc/${pid}/stat`)
    // The name of the program is in parentheses and may contain any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const parent = Number(fields[1])
    const row = { pid, started: fields[19], cpuS: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S }
    children.set(parent, [...children.get(parent) ?? [], row])
    if (pid === root) {
      children.set(undefined, [row])
    }
  }

  const below = (rows) => rows.flatMap((row) => [row, ...below(children.get(row.pid) ?? [])])
  return below(children.get(undefined) ?? [])
}

/** Returns the program, and for Chromium the kind of its process; `ended` if it has no arguments any more. */
function processKind (pid) {
  const [program = '', ...args] = textOf(`/proc/${pid}/cmdline`).split(/[\0 ]/)
  const type = args.find((arg) => arg.startsWith('--type='))?.slice('--type='.length)
  const name = program.split('/').at(-1) || 'ended'
  return /chrom/.test(name) ? `${name} ${type ?? 'browser'}` : name
}

/** Reads a file of a process; empty if it has ended. */
function textOf (file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
