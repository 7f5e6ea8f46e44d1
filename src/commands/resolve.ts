import { parsePath, parsePathOrCid, parsePathOrUri } from '../path/content-path.ts'
import { resolvedPathText, resolvePath } from '../path/resolve-path.ts'
import { argument } from '../rpc/command/argument.ts'
import { command } from '../rpc/command/command.ts'
import { option } from '../rpc/command/option.ts'
import { outputShape } from '../rpc/command/output.ts'
import { singleResult } from '../rpc/command/result.ts'
import { dhtTimeoutMs } from './shared/dht-timeout.ts'
import { pathCidEncoder } from './shared/path-cid-encoder.ts'

export const resolve = command({
  help: {
    tagline: 'Resolve a path.',
    description: 'Returns the path of the last block, with the rest of the path within it.'
  },
  errors: [
    { ask: 'arg=/ipfs/$DIRECTORY/nowhere', says: 'no link named "nowhere" under $DIRECTORY' },
    {
      ask: 'arg=/ipns/example.com',
      says: 'DNSLink lookup for "example.com." failed: no server to ask is set in DNS.Resolvers'
    }
  ],
  args: { name: argument.string('name', 'The path.', { stdin: true }) },
  options: {
    recursive: option.bool(
      'recursive,r',
      'Resolve names until the result is immutable. If false, only the first name.',
      { default: true }
    ),
    dhtRecordCount: option.int(
      'dht-record-count,dhtrc',
      'Number of records to request from the DHT. Only for /ipns/ names with recursive=false.'
    ),
    dhtTimeout: option.string(
      'dht-timeout,dhtt',
      'Time limit of the DHT lookup, for example 30s; 0 for no limit. Only for /ipns/ names with recursive=false.'
    )
  },
  output: outputShape('ResolvedPath', 'Path:string'),

  async run (
    { name: text, recursive, dhtRecordCount: count, dhtTimeout },
    { node, blocks, resolveName, wantsOffline, signal, cids }
  ) {
    const name = pathOfUri(text) ?? text

    // Kubo reads the options only in this case.
    if (name.startsWith('/ipns/') && !recursive) {
      const timeoutMs = dhtTimeout == null ? undefined : dhtTimeoutMs(dhtTimeout)
      return singleResult({
        Path:
          (await node.names.resolveOnce(parsePath(name), { offline: wantsOffline, signal, count, timeoutMs })).path.text
      })
    }

    const { encode } = pathCidEncoder(name, cids)
    const resolved = await resolvePath(parsePathOrCid(name), { blocks, resolveName, signal })
    return singleResult({ Path: parsePath(resolvedPathText(resolved, encode)).text })
  },

  text: ({ Path }) => `${Path}\n`
})

/** Returns the path of a URI; undefined for any other text. */
function pathOfUri (text: string): string | undefined {
  try {
    return parsePathOrUri(text).text
  } catch {
    return undefined
  }
}
