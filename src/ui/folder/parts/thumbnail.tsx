import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** A thumbnail from the node, or the file icon if the browser cannot display it. */
export function Thumbnail (
  { src, class: name, children }: { src: string; class: string; children: ComponentChildren }
) {
  const [isBroken, setBroken] = useState(false)

  return isBroken
    ? <>{children}</>
    : (
      <img
        class={name}
        src={src}
        alt=''
        loading='lazy'
        draggable={false}
        onError={() => {
          setBroken(true)
        }}
      />
    )
}
