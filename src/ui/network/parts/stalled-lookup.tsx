import { useEffect, useRef, useState } from 'preact/hooks'
import { LookupFacts } from './lookup-facts.tsx'

/** Time without progress after which the places that were asked are displayed. */
const STALLED_MS = 10_000

interface StalledLookupProps {
  cid: string
  /** amount that has arrived, in any unit */
  progress: number
}

/** The places that were asked for a content, if nothing of it arrives for a while. */
export function StalledLookup ({ cid, progress }: StalledLookupProps) {
  const since = useRef(Date.now())
  const [isStalled, setStalled] = useState(false)

  useEffect(() => {
    since.current = Date.now()
    setStalled(false)
    const timer = setTimeout(() => {
      setStalled(true)
    }, STALLED_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [cid, progress])

  return isStalled ? <LookupFacts cid={cid} since={since.current} hasBar={false} /> : null
}
