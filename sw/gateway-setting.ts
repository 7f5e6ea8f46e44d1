/**
 * What a new repo of a worker says of its gateway (`Addresses.Gateway`), which is its own origin: by that clients find it, as ipfs-webui
 * does to show files. The node itself does not read it.
 *
 * @param location - of the worker
 * @returns a dotted configuration path and an address as `/dns/node.localhost/tcp/4173/http`
 */
export function gatewaySetting ({ protocol, hostname, port }: Pick<Location, 'protocol' | 'hostname' | 'port'>): Record<'Addresses.Gateway', string> {
  const scheme = protocol === 'https:' ? 'https' : 'http'
  const host = hostname.startsWith('[') ? `ip6/${hostname.slice(1, -1)}` : /^[\d.]+$/.test(hostname) ? `ip4/${hostname}` : `dns/${hostname}`
  return { 'Addresses.Gateway': `/${host}/tcp/${port !== '' ? port : scheme === 'https' ? '443' : '80'}/${scheme}` }
}
