import type { RefObject } from 'preact'

/** Title of a section with a list. */
export function SectionTitle ({ text, heading }: { text: string; heading: RefObject<HTMLHeadingElement | null> }) {
  return <h2 id='list-title' ref={heading} tabIndex={-1}>{text}</h2>
}
