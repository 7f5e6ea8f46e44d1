import { useEffect, useState } from 'preact/hooks'

/** Whether a media query matches, now and whenever that changes. */
export function useMatches (query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)

  useEffect(() => {
    const list = matchMedia(query)
    const take = (): void => { setMatches(list.matches) }
    take() // it may have changed between drawing and now
    list.addEventListener('change', take)
    return () => { list.removeEventListener('change', take) }
  }, [query])

  return matches
}
