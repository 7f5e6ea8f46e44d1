import { goQuote } from '../../go/text/quote.ts'
import { parsePath, parsePathOrUri } from '../../path/content-path.ts'
import type { ContentPath } from '../../path/content-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { emittedResult, emptyResult, singleResult } from '../../rpc/command/result.ts'
import { dhtTimeoutMs } from '../shared/dht-timeout.ts'

/** Message for a key without any published record, but not for an excess of recursion. */
const UNPUBLISHED = /^could not resolve name(?! \(rec)/

export const nameResolve = command({
  help: {
    tagline: 'Resolve an IPNS name.',
    description: 'Accepts an IPNS key, or a domain name with a DNSLink. Results are cached for the TTL of the record.'
  },
  differs: [
    'The strings of a TXT record are concatenated, and a DNS failure is reported (Kubo: no record). Resolvers for ' +
    'eth. and crypto. come only from the configuration.'
  ],
  errors: [
    { ask: 'arg=$NAME', says: 'could not resolve name' },
    {
      ask: 'arg=example.com',
      says: 'DNSLink lookup for "example.com." failed: no server to ask is set in DNS.Resolvers'
    }
  ],
  args: { name: argument.string('name', 'The name. Default: the name of this node', { required: false }) },
  options: {
    recursive: option.bool('recursive,r', 'Resolve until the result is not an IPNS name.', { default: true }),
    nocache: option.bool('nocache,n', 'Ignore cached results.'),
    recordCount: option.uint('dht-record-count,dhtrc', 'Number of records to request from the DHT.', { default: 16 }),
    dhtTimeout: option.string('dht-timeout,dhtt', 'Time limit of the DHT lookup; 0 for no limit.', {
      default: '1m0s'
    }),
    stream: option.bool('stream,s', 'Return a stream: one result, or none for an unpublished name.')
  },
  output: outputShape('ResolvedPath', 'Path:string'),

  async run ({ name, recursive, nocache, recordCount, dhtTimeout, stream }, { node, wantsOffline, signal }) {
    const timeoutMs = dhtTimeoutMs(dhtTimeout)
    const text = name ?? node.identity.peerId.toString()
    const path = nameOfText(text)
    const options = { offline: wantsOffline, signal, nocache: nocache === true, count: recordCount, timeoutMs }

    try {
      const found = recursive ? await node.names.resolve(path, options) : await node.names.resolveOnce(path, options)
      return (stream === true ? emittedResult : singleResult)({ Path: found.path.text })
    } catch (err) {
      // As in Kubo, where a stream without a record just ends; ipfs-webui relies on that to list its keys.
      if (stream === true && UNPUBLISHED.test((err as Error).message)) {
        return emptyResult<{ Path: string }>()
      }

      throw err
    }
  },

  text: ({ Path }) => `${Path}\n`
})

/**
 * Parses a name: bare, as a path, or as a URI (Kubo 0.43 `core/coreapi/name.go`, `Search`).
 *
 * @throws InvalidPathError; an Error for a URI of content
 */
function nameOfText (text: string): ContentPath {
  if (text.startsWith('/ipns/') || !/^[a-z]+:/i.test(text)) {
    return parsePath(text.startsWith('/ipns/') ? text : `/ipns/${text}`)
  }

  const path = pathOfUri(text) ?? parsePath(`/ipns/${text}`)

  if (path.namespace !== 'ipns') {
    throw new Error(`${goQuote(text)} is not an IPNS name`)
  }

  return path
}

function pathOfUri (text: string): ContentPath | undefined {
  try {
    return parsePathOrUri(text)
  } catch {
    return undefined
  }
}
