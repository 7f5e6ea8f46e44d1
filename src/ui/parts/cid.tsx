import { shortId } from '../lib/format.ts'








/** A long identifier: short to the eye, whole for selection by its title and for screen readers. */
export function Cid ({ id }: { id: string }) {
  return (
    <code class='cid' title={id}>
      <span aria-hidden='true'>{shortId(id)}</span>
      <span class='unseen'>{id}</span>
    </code>
  )
}
