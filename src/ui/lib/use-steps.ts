import { useEffect, useState } from 'preact/hooks'

/**
 * How many of many rows are drawn: some at first and more with each frame, so that none of them takes long. What is there already
 * stays when rows come; when rows go, those that come later are drawn in steps again.
 *
 * @param step - rows of one frame
 */
export function useSteps (count: number, step: number): number {
  const [drawn, setDrawn] = useState(step)
  const shown = Math.min(drawn, count)

  useEffect(() => {
    if (drawn > Math.max(count, step)) {
      setDrawn(Math.max(count, step))
      return
    }

    if (drawn >= count) return
    const timer = setTimeout(() => { setDrawn(drawn + step) }, 0)
    return () => { clearTimeout(timer) }
  }, [drawn, count, step])

  return shown
}
