import { shownName } from '../lib/shown-name.ts'

/** A name from outside: what it is written in changes nothing around it, and nothing in it is hidden. */
export function Name ({ of }: { of: string }) {
  return <bdi>{shownName(of)}</bdi>
}
