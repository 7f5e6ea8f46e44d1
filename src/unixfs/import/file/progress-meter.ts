/** The number of bytes between two reports (Kubo `core/coreunix/add.go`, `progressReaderIncrement`). */
const INCREMENT_BYTES = 256 * 1024

/**
 * Reports how much of a file was read: every 256 KiB, at the end, and at each further read at the end (Kubo
 * `core/coreunix/add.go`, `progressReader`). Kubo's reports also depend on its read sizes. This is not imitated, since
 * content-defined chunkers read irregularly.
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

  /** @param looks - the number of reads at the end of the file */
  end (looks: number): void {
    for (let left = this.#bytes === this.#reported ? looks : looks + 1; left > 0; left--) {
      this.#report(this.#bytes)
    }
  }
}
