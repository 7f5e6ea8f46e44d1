import { parsePath } from '../../path/content-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { shape } from '../../rpc/command/output.ts'
import { emitted, nothing, once } from '../../rpc/command/result.ts'
import { dhtTimeoutMs } from '../shared/dht-timeout.ts'

/** Message for a key without any published record, but not for an excess of recursion. */
const UNPUBLISHED = /^could not resolve name(?! \(rec)/

export const nameResolve = command({
  help: {
    tagline: 'Find out where a name points to.',
    description:
      'The name of a key, or a domain name with a DNSLink. What a name pointed to last is known until the time to live of its record is over.'
  },
  differs: [
    'The strings of a TXT record are one text, and a failure of the DNS is said (Kubo: no record). DNS.Resolvers for eth. and crypto. are those of the configuration alone.'
  ],
  errors: [
    { ask: 'arg=$NAME', says: 'could not resolve name' },
    {
      ask: 'arg=example.com',
      says: 'DNSLink lookup for "example.com." failed: no server to ask is set in DNS.Resolvers'
    }
  ],
  args: { name: argument.string('name', 'The name; that of the node when left out.', { required: false }) },
  options: {
    recursive: option.bool('recursive,r', 'Go on until it is no name.', { default: true }),
    nocache: option.bool('nocache,n', 'Ask again even if the answer is known.'),
    recordCount: option.uint('dht-record-count,dhtrc', 'How many records to ask the DHT for.', { default: 16 }),
    dhtTimeout: option.string('dht-timeout,dhtt', 'How long to ask the DHT; 0 for as long as it takes.', {
      default: '1m0s'
    }),
    stream: option.bool('stream,s', 'Answer each record as it comes.')
  },
  output: shape('ResolvedPath', 'Path:string'),

  async run ({ name, recursive, nocache, recordCount, dhtTimeout, stream }, { node, wantsOffline, signal }) {
    const timeoutMs = dhtTimeoutMs(dhtTimeout)
    const text = name ?? node.identity.peerId.toString()
    const path = parsePath(text.startsWith('/ipns/') ? text : `/ipns/${text}`)
    const options = { offline: wantsOffline, signal, nocache: nocache === true, count: recordCount, timeoutMs }

    try {
      const found = recursive ? await node.names.resolve(path, options) : await node.names.resolveOnce(path, options)
      return (stream === true ? emitted : once)({ Path: found.path.text })
    } catch (err) {
      // As in Kubo, where a stream without a record just ends; ipfs-webui relies on that to list its keys.
      if (stream === true && UNPUBLISHED.test((err as Error).message)) {
        return nothing<{ Path: string }>()
      }

      throw err
    }
  },

  text: ({ Path }) => `${Path}\n`
})
