/**
 * Identifies visits of a site for its connect page. The mark changes with every answered navigation. A connect page
 * that reloads itself repeatedly sees one mark; a page that a user opens later sees another.
 */
export class VisitMark {
  readonly #worker = crypto.randomUUID().slice(0, 8)
  #answered = 0

  /** Records that a navigation was answered with content, or with an error of the content. */
  noteAnswer (): void {
    this.#answered++
  }

  get text (): string {
    return `${this.#worker}.${this.#answered}`
  }
}
