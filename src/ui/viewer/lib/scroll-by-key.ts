/** Elements that scroll the content of a file. */
const SCROLLS = ['.code', '.markdown'].join()

/** Part of the height that PageDown scrolls. */
const PAGE = 0.9
const LINE_PX = 48

const STEPS: Readonly<Record<string, (height: number) => number>> = {
  ArrowDown: () => LINE_PX,
  ArrowUp: () => -LINE_PX,
  PageDown: (height) => PAGE * height,
  PageUp: (height) => -PAGE * height,
  ' ': (height) => PAGE * height,
  Home: () => -Infinity,
  End: () => Infinity
}

/**
 * Scrolls the text in an element by a key, as if the text had the focus.
 *
 * @returns whether the key scrolls
 */
export function scrollByKey (key: string, within: Element): boolean {
  const box = within.querySelector(SCROLLS)
  const step = STEPS[key] as ((height: number) => number) | undefined
  if (box == null || step == null) {
    return false
  }
  const top = box.scrollTop + step(box.clientHeight)
  box.scrollTop = Math.min(Math.max(0, top), box.scrollHeight)
  return true
}
