import { useEffect, useState } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'
import { PressGuard } from '../lib/press-guard.ts'

/** Time for which the window must have been in view before it takes an answer, so that no click is by accident. */
const ARM_MS = 1000
/** Smallest size of the window in CSS pixels: smaller ones hide the question. */
const LEAST = { width: 280, height: 320 }

/** The button that gives a site access. See `PressGuard`. */
export function AllowButton ({ isBusy, onAllow }: { isBusy: boolean; onAllow: () => void }) {
  const [guard] = useState(() => new PressGuard())
  const [isArmed, setArmed] = useState(false)
  const [isSmall, setSmall] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = (): void => {
      clearTimeout(timer)
      guard.disarm()
      setArmed(false)
      const small = innerWidth < LEAST.width || innerHeight < LEAST.height
      setSmall(small)

      if (!small && document.visibilityState === 'visible' && document.hasFocus()) {
        timer = setTimeout(() => {
          guard.arm()
          setArmed(true)
        }, ARM_MS)
      }
    }
    const stop = new AbortController()

    for (const change of ['focus', 'blur', 'resize']) {
      addEventListener(change, restart, { signal: stop.signal })
    }

    document.addEventListener('visibilitychange', restart, { signal: stop.signal })
    restart()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [])

  const allowIf = (isDeliberate: boolean): void => {
    if (isDeliberate) {
      onAllow()
    }
  }

  return (
    <>
      {isSmall && <p role='alert'>{t('Make this window larger to answer.')}</p>}
      <button
        type='button'
        class='main'
        disabled={!isArmed || isBusy}
        onPointerDown={(event) => {
          guard.pointerDown(event)
        }}
        onKeyDown={(event) => {
          guard.keyDown(event)
        }}
        onKeyUp={(event) => {
          allowIf(guard.keyUp(event))
        }}
        onClick={(event) => {
          allowIf(guard.click(event))
        }}
      >
        {t('Allow')}
      </button>
    </>
  )
}
