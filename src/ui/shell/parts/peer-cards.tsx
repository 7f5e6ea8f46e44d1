import { useRef } from 'preact/hooks'
import { NodeCard } from './node-card.tsx'

/** Cards below the list of peers. */
export function PeerCards () {
  const title = useRef<HTMLHeadingElement>(null)

  return (
    <div class='cards'>
      <NodeCard title={title} />
    </div>
  )
}
