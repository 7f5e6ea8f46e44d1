/**
 * Returns the gateway setting for a new repo of a worker (`Addresses.Gateway`): its own origin. Clients such as
 * ipfs-webui use it to show files. The node itself does not read it.
 *
 * @param location - location of the worker
 * @returns a dotted configuration path with an address such as `/dns/node.localhost/tcp/4173/http`
 */
export function gatewaySetting (
  { protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>
): Record<'Addresses.Gateway', string> {
  const scheme = protocol === 'https:' ? 'https' : 'http'
  const host = hostname.startsWith('[')
    ? `ip6/${hostname.slice(1, -1)}`
    : /^[\d.]+$/.test(hostname)
    ? `ip4/${hostname}`
    : `dns/${hostname}`
  return { 'Addresses.Gateway': `/${host}/tcp/${port !== '' ? port : scheme === 'https' ? '443' : '80'}/${scheme}` }
}
