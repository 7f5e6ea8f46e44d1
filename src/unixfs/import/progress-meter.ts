/** How many bytes lie between two reports (Kubo `core/coreunix/add.go`, `progressReaderIncrement`). */
const INCREMENT_BYTES = 256 * 1024

/**
 * Reports how much of a file was read: every 256 KiB, and at the end (Kubo `core/coreunix/add.go`, `progressReader`).
 * A file that ends at a multiple has its last number twice, as there. Kubo repeats it more often with some chunkers and deep DAGs
 * (each look for more bytes finds the end again), and reports where its own reads end; that is not imitated.
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

  end (): void {
    this.#report(this.#bytes)
  }
}
