import { useEffect, useRef } from 'preact/hooks'

interface MediaViewProps {
  kind: 'picture' | 'film' | 'sound'
  href: string
  title: string
  onError: () => void
}

/**
 * A picture, a film or a sound. Stops loading on unmount, for which browsers otherwise wait until the element is
 * garbage-collected.
 */
export function MediaView ({ kind, href, title, onError }: MediaViewProps) {
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
    case 'picture':
      return <img ref={place} class='view' src={href} alt={title} onError={onError} />
    case 'film':
      return (
        <video ref={place} class='view' src={href} controls preload='metadata' aria-label={title} onError={onError} />
      )
    case 'sound':
      return (
        <audio ref={place} class='view' src={href} controls preload='metadata' aria-label={title} onError={onError} />
      )
  }
}
