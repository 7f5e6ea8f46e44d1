import { useEffect, useState } from 'preact/hooks'

/**
 * Returns how many of many rows to render: some at first and more with each frame, so that no frame takes long.
 * Rendered rows stay when rows are added. After rows are removed, later ones are rendered in steps again.
 *
 * @param step - rows per frame
 */
export function useSteps (count: number, step: number): number {
  const [drawn, setDrawn] = useState(step)
  const shown = Math.min(drawn, count)

  useEffect(() => {
    if (drawn > Math.max(count, step)) {
      setDrawn(Math.max(count, step))
      return
    }

    if (drawn >= count) {
      return
    }
    const timer = setTimeout(() => {
      setDrawn(drawn + step)
    }, 0)
    return () => {
      clearTimeout(timer)
    }
  }, [drawn, count, step])

  return shown
}
