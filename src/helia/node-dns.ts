import type { Helia } from '@helia/interface'
import { rpc } from '../client/rpc.ts'

type Dns = Helia['dns']
type RecordType = Awaited<ReturnType<Dns['query']>>['Answer'][number]['type']

/** Number of the type of records that are text. */
const TXT = 16
const DNSLINK = '_dnslink.'
/** The node keeps what a name leads to for as long as its record says; who asks is to ask it again. */
const TTL_SECONDS = 60

/** DNSLinks, as the shared node resolves them: by `DNS.Resolvers` of its settings. It is asked for nothing else. */
export class NodeDns implements Dns {
  /** @throws RpcError where the node finds no link, or has nobody to ask */
  async query (fqdn: string, { types, signal }: Parameters<Dns['query']>[1] = {}): ReturnType<Dns['query']> {
    if (!fqdn.startsWith(DNSLINK) || [types].flat().some((type) => Number(type) !== TXT)) {
      throw new TypeError(`the node resolves DNSLinks alone: TXT records of ${DNSLINK}DOMAIN`)
    }

    const { Path } = await rpc<{ Path: string }>('name/resolve', { args: [fqdn.slice(DNSLINK.length)], options: { recursive: false }, signal })
    const question = { name: fqdn, type: TXT as RecordType }
    return { Status: 0, TC: false, RD: true, RA: true, AD: false, CD: false, Question: [question], Answer: [{ ...question, TTL: TTL_SECONDS, data: `dnslink=${Path}` }] }
  }
}
