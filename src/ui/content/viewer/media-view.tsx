import { useEffect, useRef } from 'preact/hooks'

interface MediaViewProps {
  kind: 'image' | 'video' | 'audio'
  href: string
  title: string
  /** called when an image is complete, or media can start to play */
  onLoad?: () => void
  onError: () => void
}

/**
 * An image, a video or an audio file. Stops loading on unmount, for which browsers otherwise wait until the element is
 * garbage-collected.
 */
export function MediaView ({ kind, href, title, onLoad, onError }: MediaViewProps) {
  const place = useRef<HTMLImageElement & HTMLVideoElement & HTMLAudioElement>(null)

  useEffect(() => {
    const element: HTMLImageElement | HTMLMediaElement | null = place.current

    return () => {
      element?.removeAttribute('src')
      if (element instanceof HTMLMediaElement) {
        element.load()
      }
    }
  }, [])

  switch (kind) {
    case 'image':
      return <img ref={place} class='view' src={href} alt={title} onLoad={onLoad} onError={onError} />
    case 'video':
      return (
        <video
          ref={place}
          class='view'
          src={href}
          controls
          preload='metadata'
          aria-label={title}
          onLoadedMetadata={onLoad}
          onError={onError}
        />
      )
    case 'audio':
      return (
        <audio
          ref={place}
          class='view'
          src={href}
          controls
          preload='metadata'
          aria-label={title}
          onLoadedMetadata={onLoad}
          onError={onError}
        />
      )
  }
}
