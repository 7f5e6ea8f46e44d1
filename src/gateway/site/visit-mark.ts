/**
 * Identifies visits of a site for its connect page. The mark changes with every navigation that gets an answer. So a connect page
 * that loads itself again and again sees the same mark, and one that a person opens later sees another.
 */
export class VisitMark {
  readonly #worker = crypto.randomUUID().slice(0, 8)
  #answered = 0

  /** Notes that a navigation was answered with content, or with an error of its own. */
  noteAnswer (): void {
    this.#answered++
  }

  get text (): string {
    return `${this.#worker}.${this.#answered}`
  }
}
