import { formatBytes } from './format-bytes.ts'

/** Time between two drawings. */
const DRAW_MS = 100

/** Work below this time gets no bar. */
const QUIET_MS = 500

const WIDTH = 24

/** The parts of a terminal that are used. */
export interface Terminal {
  isTTY?: boolean
  write: (text: string) => unknown
}

/**
 * Shows the progress of work in one line of a terminal. Shows nothing where the output is not a terminal, such as in
 * scripts and logs.
 */
export class ProgressBar {
  readonly #label: string
  readonly #totalBytes: number | undefined
  readonly #terminal: Terminal
  readonly #now: () => number
  readonly #startMs: number
  #drawnMs: number
  #isDrawn = false
  #doneBytes = 0

  /**
   * Creates the bar. It is drawn with the first progress after a moment.
   *
   * @param totalBytes - undefined if it is not known
   */
  constructor (
    label: string,
    totalBytes: number | undefined,
    terminal: Terminal = process.stderr,
    now = () => performance.now()
  ) {
    this.#label = label
    this.#totalBytes = totalBytes
    this.#terminal = terminal
    this.#now = now
    this.#startMs = now()
    this.#drawnMs = this.#startMs + QUIET_MS - DRAW_MS
  }

  advance (bytes: number): void {
    this.#doneBytes += bytes
    const nowMs = this.#now()

    if (this.#terminal.isTTY === true && nowMs - this.#drawnMs >= DRAW_MS) {
      this.#drawnMs = nowMs
      this.#isDrawn = true
      this.#terminal.write(`\r\u001b[K${this.#text(nowMs)}`)
    }
  }

  /** Removes the line. */
  end (): void {
    if (this.#isDrawn) {
      this.#isDrawn = false
      this.#terminal.write('\r\u001b[K')
    }
  }

  #text (nowMs: number): string {
    const rate = `${formatBytes(this.#doneBytes / Math.max(0.001, (nowMs - this.#startMs) / 1000))}/s`

    if (this.#totalBytes == null) {
      return `${this.#label} ${formatBytes(this.#doneBytes)}, ${rate}`
    }

    const share = this.#totalBytes === 0 ? 1 : Math.min(1, this.#doneBytes / this.#totalBytes)
    const full = Math.round(share * WIDTH)
    const bar = `${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}`
    return `${this.#label} [${bar}] ${Math.floor(share * 100)} % of ${formatBytes(this.#totalBytes)}, ${rate}`
  }
}
