import { followsNewerKubo } from '../../config/follows-newer-kubo.ts'
import { escapeNonPrint } from '../../go/text/quote.ts'
import { formatGoDuration } from '../../go/time/format-duration.ts'
import { durationError, parseGoDuration } from '../../go/time/parse-duration.ts'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { ipnsBase } from '../shared/common-options.ts'
import { allowDelegated, allowOffline } from './name-options.ts'
import { publishedPlaces, publishedShape } from './published-places.ts'
import { checkPublishers, refuseBothModes } from './publishing-mode.ts'

const OFFLINE = "can't publish while offline: pass `--allow-offline` to override or `--allow-delegated` if " +
  'Ipns.DelegatedPublishers are set up'

/** Default of the option `ttl`. */
const TTL = '5m0s'

export const namePublish = command({
  help: {
    tagline: 'Publish an IPNS name.',
    description:
      'Signs a record with a key, which determines the name. The sequence number increases when the path changes. ' +
      'The returned name is always in base36, as in Kubo.'
  },
  differs: [
    'A ttl that is negative or above the lifetime is an error, as in Kubo 0.43, and so is a negative lifetime on an ' +
    'offline node or with `Version.KuboAnswers` `0.43`. A name ' +
    'published here resolves to the new path immediately (Kubo: after its cache expires).',
    'If the node has routers or pubsub, the field Places reports the result of each. With allow-delegated the ' +
    'record is sent to the publishers only. If all of them reject it, the command fails; the record is stored and ' +
    'sent again at the next renewal.'
  ],
  errors: [
    {
      ask: 'arg=/ipfs/$DIRECTORY',
      says: "can't publish while offline: pass `--allow-offline` to override or `--allow-delegated` if " +
        'Ipns.DelegatedPublishers are set up'
    },
    { ask: 'arg=/ipfs/$DIRECTORY&key=nosuch&allow-offline=true', says: 'no key by the given name was found' },
    {
      ask: 'arg=/ipfs/$DIRECTORY&lifetime=x&allow-offline=true',
      says: 'error parsing lifetime option: time: invalid duration "x"'
    }
  ],
  args: { path: argument.string('ipfs-path', 'The path.', { stdin: true }) },
  options: {
    key: option.string('key,k', 'Name or ID of the key to sign with.', { default: 'self' }),
    resolve: option.bool('resolve', 'Check first that the path resolves.', { default: true }),
    lifetime: option.string('lifetime,t', 'Lifetime of the record.', { default: '48h0m0s' }),
    ttl: option.string('ttl', 'Time for which resolvers may cache the record, at most the lifetime.', { default: TTL }),
    quieter: option.bool('quieter,Q', 'Print only the name.'),
    v1compat: option.bool('v1compat', 'Add a V1 signature too.', { default: true }),
    allowOffline,
    allowDelegated,
    sequence: option.uint64(
      'sequence',
      'Sequence number, higher than the current one. Default: the next one if the path has changed'
    ),
    ipnsBase: {
      ...ipnsBase,
      help: 'Encoding of the name. Has no effect in this node: it is always base36, as in Kubo.'
    }
  },
  output: publishedShape,

  async run (
    { path: text, key: keyName, resolve, lifetime, ttl, v1compat, allowOffline, allowDelegated, sequence },
    context
  ) {
    const { node, blocks, signal, wantsOffline, given } = context
    refuseBothModes(allowOffline, allowDelegated)
    const { lifetimeMs, ttlNs } = recordTimes(
      lifetime,
      given?.ttl == null ? undefined : ttl,
      followsNewerKubo(node.config)
    )
    const path = parsePathOrCid(text)

    if (resolve) {
      const { cid } = await resolvePath(path, context)
      await blocks.get(cid, { signal })
    }

    if (allowDelegated === true) {
      checkPublishers(node)
    } else if (!node.online && allowOffline !== true) {
      throw new Error(OFFLINE)
    }

    const key = await node.keys.privateKeyOf(keyName)
    const outcomes = await node.names.publish(key, path, {
      lifetimeMs,
      ttlNs,
      v1compat,
      sequence,
      offline: wantsOffline,
      delegated: allowDelegated,
      signal
    })
    return singleResult({
      Name: ipnsNameText(key.publicKey.toMultihash()),
      Value: path.text,
      Places: publishedPlaces(outcomes)
    })
  },

  text: ({ Name, Value }, { quieter }) =>
    quieter === true ? `${escapeNonPrint(Name)}\n` : `Published to ${escapeNonPrint(Name)}: ${escapeNonPrint(Value)}\n`
})

/**
 * Parses the times of a record (Kubo 0.43 `core/commands/name/publish.go`). The default of the TTL is capped by the
 * lifetime.
 *
 * @param ttl - undefined for the default
 * @param isStrict - refuses a lifetime without a duration, which 0.40 accepts
 * @throws an Error with Kubo's message for times that resolvers would reject
 */
function recordTimes (
  lifetime: string,
  ttl: string | undefined,
  isStrict: boolean
): { lifetimeMs: number; ttlNs: bigint } {
  const lifetimeNs = parseDurationOption(lifetime, 'error parsing lifetime option: ')

  if (isStrict && lifetimeNs <= 0n) {
    throw new Error(`lifetime must be greater than zero, got ${lifetime}`)
  }

  const ttlNs = parseDurationOption(ttl ?? TTL)

  if (ttlNs < 0n) {
    throw new Error(`ttl must not be negative, got ${ttl}`)
  }

  if (ttl != null && ttlNs > lifetimeNs) {
    throw new Error(
      `ttl (${formatGoDuration(ttlNs)}) must not be greater than lifetime (${formatGoDuration(lifetimeNs)})`
    )
  }

  return { lifetimeMs: Number(lifetimeNs) / 1e6, ttlNs: lifetimeNs > 0n && ttlNs > lifetimeNs ? lifetimeNs : ttlNs }
}

/**
 * Parses a duration option.
 *
 * @returns nanoseconds
 * @throws an Error with Kubo's message
 */
function parseDurationOption (text: string, prefix = ''): bigint {
  const ns = parseGoDuration(text)

  if (ns === undefined) {
    throw new Error(`${prefix}${durationError(text)}`)
  }

  return ns
}
