import { t } from '../../lib/text/t.ts'

/** A list of host names. */
export function Hosts ({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.map((name, i) => (
        <span key={name}>
          {i > 0 && t(', ')}
          <bdi translate={false}>{name}</bdi>
        </span>
      ))}
    </>
  )
}
