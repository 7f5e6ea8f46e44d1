import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** A picture from the node, made small; where the browser cannot draw it, what stands for a file. */
export function Thumbnail ({ src, class: name, children }: { src: string, class: string, children: ComponentChildren }) {
  const [isBroken, setBroken] = useState(false)

  return isBroken ? <>{children}</> : <img class={name} src={src} alt='' loading='lazy' draggable={false} onError={() => { setBroken(true) }} />
}
