import type { Helia } from '@helia/interface'
import { rpc } from '../client/rpc/rpc.ts'

type Dns = Helia['dns']
type RecordType = Awaited<ReturnType<Dns['query']>>['Answer'][number]['type']

/** Type number of TXT records. */
const TXT = 16
const DNSLINK = '_dnslink.'
/** TTL of answers: the node caches a link for the TTL of its record, so callers should ask it again soon. */
const TTL_SECONDS = 60

/** Resolves DNSLinks with the shared node, which uses its `DNS.Resolvers`. Other queries are not supported. */
export class NodeDns implements Dns {
  /**
   * Resolves a name.
   *
   * @throws RpcError if the node finds no link, or has no resolver
   */
  async query (fqdn: string, { types, signal }: Parameters<Dns['query']>[1] = {}): ReturnType<Dns['query']> {
    if (!fqdn.startsWith(DNSLINK) || [types].flat().some((type) => Number(type) !== TXT)) {
      throw new TypeError(`the node resolves DNSLinks alone: TXT records of ${DNSLINK}DOMAIN`)
    }

    const { Path } = await rpc<{ Path: string }>('name/resolve', {
      args: [fqdn.slice(DNSLINK.length)],
      options: { recursive: false },
      signal
    })
    const question = { name: fqdn, type: TXT as RecordType }
    return {
      Status: 0,
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [question],
      Answer: [{ ...question, TTL: TTL_SECONDS, data: `dnslink=${Path}` }]
    }
  }
}
