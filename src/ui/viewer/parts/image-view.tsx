import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { percent } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { nextScale } from '../lib/next-scale.ts'
import { ViewerIcon } from './viewer-icon.tsx'

/** Factor of one step of the zoom, and of the wheel per px. */
const STEP = 1.25
const WHEEL_STEP = 1.002

/** Px that an arrow key moves an enlarged image. */
const PAN_PX = 60

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-PAN_PX, 0],
  ArrowRight: [PAN_PX, 0],
  ArrowUp: [0, -PAN_PX],
  ArrowDown: [0, PAN_PX]
}

/** A point of the window, and the point of the image there, as parts of its width and height. */
interface Anchor {
  x: number
  y: number
  across: number
  down: number
}

interface ImageViewProps {
  href: string
  title: string
  onLoad: () => void
  onError: () => void
}

/** An image that fits the stage, or is enlarged and can be moved. Stops loading on unmount. */
export function ImageView ({ href, title, onLoad, onError }: ImageViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const anchor = useRef<Anchor | undefined>(undefined)
  const [naturalWidth, setNaturalWidth] = useState(0)
  const [scale, setScale] = useState<number>()
  const [fitScale, setFitScale] = useState(1)
  const isZoomed = scale != null

  useEffect(() => {
    const element = image.current
    return () => {
      element?.removeAttribute('src')
    }
  }, [])

  // The point under the pointer stays where it is.
  useLayoutEffect(() => {
    const { current } = anchor
    if (current != null && box.current != null && image.current != null) {
      const { left, top, width, height } = image.current.getBoundingClientRect()
      box.current.scrollLeft += left + current.across * width - current.x
      box.current.scrollTop += top + current.down * height - current.y
    }
    anchor.current = undefined
  }, [scale])

  /** @param at - the point that stays; the middle by default */
  function zoom (factor: number, at?: { clientX: number; clientY: number }): void {
    const now = measure()
    if (now == null) {
      return
    }
    const stage = box.current!.getBoundingClientRect()
    const { clientX: x, clientY: y } = at ??
      { clientX: stage.left + stage.width / 2, clientY: stage.top + stage.height / 2 }
    const { left, top, width, height } = now.rect
    anchor.current = { x, y, across: (x - left) / width, down: (y - top) / height }
    setFitScale(isZoomed ? fitScale : now.scale)
    setScale(nextScale(now.scale, factor, isZoomed ? fitScale : now.scale))
  }

  function measure (): { rect: DOMRect; scale: number } | undefined {
    const rect = image.current?.getBoundingClientRect()
    return rect == null || naturalWidth === 0 || rect.width === 0
      ? undefined
      : { rect, scale: rect.width / naturalWidth }
  }

  useKeys(box, (key) => {
    const pan = isZoomed ? ARROWS[key] as readonly [number, number] | undefined : undefined

    if (pan != null) {
      box.current?.scrollBy(...pan)
    } else if (key === '+' || key === '=') {
      zoom(STEP)
    } else if (key === '-') {
      zoom(1 / STEP)
    } else if (key === '0') {
      setScale(undefined)
    } else {
      return false
    }
    return true
  })

  return (
    <>
      <div
        ref={box}
        class='viewer-image'
        data-zoomed={isZoomed}
        onWheel={(event) => {
          if (event.ctrlKey) {
            event.preventDefault()
            zoom(WHEEL_STEP ** -event.deltaY, event)
          }
        }}
        onDblClick={(event) => {
          if (isZoomed) {
            setScale(undefined)
          } else {
            zoom(Math.max(2, 1 / (measure()?.scale ?? 1)), event)
          }
        }}
        onPointerDown={(event) => {
          if (isZoomed && event.pointerType !== 'touch' && event.button === 0) {
            event.currentTarget.setPointerCapture(event.pointerId)
          }
        }}
        onPointerMove={({ currentTarget, pointerId, movementX, movementY }) => {
          if (currentTarget.hasPointerCapture(pointerId)) {
            currentTarget.scrollBy(-movementX, -movementY)
          }
        }}
      >
        <img
          ref={image}
          src={href}
          alt={title}
          draggable={false}
          style={isZoomed ? { width: `${scale * naturalWidth}px` } : {}}
          onLoad={({ currentTarget: { naturalWidth, width } }) => {
            setNaturalWidth(naturalWidth || width)
            onLoad()
          }}
          onError={onError}
        />
      </div>
      <div class='viewer-zoom' role='group' aria-label={t('Zoom')}>
        <button
          type='button'
          aria-label={t('Zoom out')}
          title={t('Zoom out')}
          onClick={() => {
            zoom(1 / STEP)
          }}
        >
          <ViewerIcon of='out' />
        </button>
        <button
          type='button'
          aria-label={t('Fit to window')}
          title={t('Fit to window')}
          aria-pressed={!isZoomed}
          onClick={() => {
            setScale(undefined)
          }}
        >
          {isZoomed ? percent(scale) : <ViewerIcon of='fit' />}
        </button>
        <button
          type='button'
          aria-label={t('Zoom in')}
          title={t('Zoom in')}
          onClick={() => {
            zoom(STEP)
          }}
        >
          <ViewerIcon of='in' />
        </button>
      </div>
    </>
  )
}

/** Handles keys anywhere in the dialog, before it handles them itself. */
function useKeys (box: RefObject<HTMLElement | null>, handle: (key: string) => boolean): void {
  const latest = useRef(handle)
  latest.current = handle

  useEffect(() => {
    const dialog = box.current?.closest('dialog')
    const keyDown = (event: KeyboardEvent): void => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if (!hasModifier && latest.current(event.key)) {
        event.preventDefault()
      }
    }
    dialog?.addEventListener('keydown', keyDown, true)
    return () => {
      dialog?.removeEventListener('keydown', keyDown, true)
    }
  }, [])
}
