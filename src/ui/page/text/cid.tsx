import { shortId } from '../../lib/text/format.ts'

/** A long identifier, displayed shortened; the whole is in its title and for screen readers. */
export function Cid ({ id }: { id: string }) {
  return (
    <code class='cid' title={id}>
      <span aria-hidden='true'>{shortId(id)}</span>
      <span class='unseen'>{id}</span>
    </code>
  )
}
