import { shownName } from '../../lib/text/shown-name.ts'

/** An untrusted name: isolated in its direction, with invisible characters marked. */
export function Name ({ of }: { of: string }) {
  return <bdi>{shownName(of)}</bdi>
}
