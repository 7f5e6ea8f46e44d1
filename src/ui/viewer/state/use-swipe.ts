import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Least distance of a swipe in px, and its ratio to the distance in the other direction. */
const MIN_PX = 60
const MIN_RATIO = 2

/** Elements in which a horizontal movement has another meaning. */
const OWN_SWIPES = ['video', 'audio', 'iframe', '.wide-table', '[data-zoomed=true]'].join()

/** Handles horizontal swipes of one finger, unless the page is enlarged. */
export function useSwipe (
  box: RefObject<HTMLElement | null>,
  handlers: { left: () => void; right: () => void }
): void {
  const latest = useRef(handlers)
  latest.current = handlers

  useEffect(() => {
    const element = box.current
    let start: Touch | undefined

    const begin = ({ touches, target }: TouchEvent): void => {
      const isFree = touches.length === 1 && (visualViewport?.scale ?? 1) <= 1 &&
        (target as Element).closest(OWN_SWIPES) == null
      start = isFree ? touches[0] : undefined
    }
    const end = ({ changedTouches: [last] }: TouchEvent): void => {
      if (start == null) {
        return
      }
      const [right, down] = [last.clientX - start.clientX, last.clientY - start.clientY]
      start = undefined
      if (Math.abs(right) >= MIN_PX && Math.abs(right) > MIN_RATIO * Math.abs(down)) {
        latest.current[right < 0 ? 'left' : 'right']()
      }
    }
    element?.addEventListener('touchstart', begin, { passive: true })
    element?.addEventListener('touchend', end, { passive: true })
    return () => {
      element?.removeEventListener('touchstart', begin)
      element?.removeEventListener('touchend', end)
    }
  }, [])
}
