/** The fields of an event that the guard reads. */
type Input = Pick<Event, 'isTrusted' | 'preventDefault'>
type Key = Input & Pick<KeyboardEvent, 'key' | 'repeat'>

/** Keys that press a button. */
const PRESSING = ['Enter', ' ']

/**
 * Accepts only deliberate presses of a button that gives something away. A press must begin on the button after it was
 * armed. A key must be pressed once and released: a key that was held down while the window opened repeats, and does not
 * count. Scripts cannot press it.
 */
export class PressGuard {
  #isArmed = false
  #pointer = false
  /** the key that is down on the button, and how often it was reported */
  #key: { key: string; times: number } | undefined

  /** Accepts presses that begin from now on. */
  arm (): void {
    this.#isArmed = true
  }

  /** Accepts no press, and forgets one that has begun. */
  disarm (): void {
    this.#isArmed = false
    this.#pointer = false
    this.#key = undefined
  }

  pointerDown ({ isTrusted }: Input): void {
    this.#pointer = isTrusted && this.#isArmed
  }

  keyDown (event: Key): void {
    const { key, repeat, isTrusted } = event

    if (PRESSING.includes(key)) {
      // The browser would press the button itself, once per repetition.
      event.preventDefault()
      const times = this.#key?.key === key ? this.#key.times : 0
      this.#key = { key, times: times + (isTrusted && this.#isArmed && !repeat ? 1 : Infinity) }
    }
  }

  /** @returns whether the release of the key ends a deliberate press */
  keyUp (event: Key): boolean {
    const { key } = event

    if (!PRESSING.includes(key)) {
      return false
    }

    event.preventDefault()
    const pressed = this.#key
    this.#key = undefined
    return this.#isArmed && event.isTrusted && pressed?.key === key && pressed.times === 1
  }

  /**
   * @param event - a click; assistive technology presses a button without a pointer, which the browser reports as a
   *   click with `detail` 0
   * @returns whether it ends a deliberate press
   */
  click ({ isTrusted, detail }: Input & Pick<UIEvent, 'detail'>): boolean {
    const isPressed = this.#pointer || (detail === 0 && this.#key == null)
    this.#pointer = false
    return this.#isArmed && isTrusted && isPressed
  }
}
