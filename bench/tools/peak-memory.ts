import { readFile, writeFile } from 'node:fs/promises'
import type { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'

const KIB_PER_MB = 1e6 / 1024

/** Peak memory of the browser's renderers together: of pages, and of the workers in them. Linux alone shows it. */
export class PeakMemory {
  readonly #browser: ChromiumOverPipe

  constructor (browser: ChromiumOverPipe) {
    this.#browser = browser
  }

  /** Forgets earlier peaks. */
  async reset (): Promise<void> {
    for (const pid of await this.#renderers()) {
      // 5 resets the peak of the resident set (proc(5), clear_refs).
      await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})
    }
  }

  /** Returns the sum of the peaks since `reset`, in MB; NaN where the system does not show them. */
  async read (): Promise<number> {
    const texts = await Promise.all(
      (await this.#renderers()).map(async (pid) => await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))
    )
    const peaks = texts.map((text) => Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1])).filter((peak) => peak > 0)
    return peaks.length === 0 ? NaN : peaks.reduce((sum, peak) => sum + peak, 0) / KIB_PER_MB
  }

  async #renderers (): Promise<number[]> {
    const { processInfo } = await this.#browser.send<{ processInfo: Array<{ type: string; id: number }> }>(
      'SystemInfo.getProcessInfo'
    )
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  }
}
