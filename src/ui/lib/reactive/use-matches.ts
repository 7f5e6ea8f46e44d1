import { useEffect, useState } from 'preact/hooks'

/** Returns whether a media query matches, and follows its changes. */
export function useMatches (query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)

  useEffect(() => {
    const list = matchMedia(query)
    const take = (): void => {
      setMatches(list.matches)
    }
    take() // It may have changed since rendering.
    list.addEventListener('change', take)
    return () => {
      list.removeEventListener('change', take)
    }
  }, [query])

  return matches
}
