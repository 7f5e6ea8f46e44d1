/** Names of hosts, one behind the other. */
export function Hosts ({ names }: { names: readonly string[] }) {
  return <>{names.map((name, i) => <span key={name}>{i > 0 && ', '}<bdi translate={false}>{name}</bdi></span>)}</>
}
