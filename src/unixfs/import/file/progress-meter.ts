/** How many bytes lie between two reports (Kubo `core/coreunix/add.go`, `progressReaderIncrement`). */
const INCREMENT_BYTES = 256 * 1024

/**
 * Reports how much of a file was read: every 256 KiB, at the end, and each time that somebody looks for more and finds
 * the end again (Kubo `core/coreunix/add.go`, `progressReader`). That Kubo reports where its own reads end is not
 * imitated: chunkers by content read as they like.
 */
export class ProgressMeter {
  readonly #report: (bytes: number) => void
  #bytes = 0
  #reported = 0

  constructor (report: (bytes: number) => void) {
    this.#report = report
  }

  add (bytes: number): void {
    this.#bytes += bytes

    while (this.#bytes - this.#reported >= INCREMENT_BYTES) {
      this.#reported += INCREMENT_BYTES
      this.#report(this.#reported)
    }
  }

  /** @param looks - how often it is looked for more, behind the end */
  end (looks: number): void {
    for (let left = this.#bytes === this.#reported ? looks : looks + 1; left > 0; left--) {
      this.#report(this.#bytes)
    }
  }
}
