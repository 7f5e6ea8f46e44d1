import { base58btc } from 'multiformats/bases/base58'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { inlinePublicKey } from '../cid/peer-id/inline-public-key.ts'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { peerIdEncoder } from '../cid/peer-id/peer-id-encoder.ts'
import type { PeerIdEncoder } from '../cid/peer-id/peer-id-encoder.ts'
import { escapeGoJson } from '../go/json/write-json.ts'
import { compareStrings } from '../go/text/compare-strings.ts'
import { RoutingNotFoundError } from '../names/routing/record-outcome.ts'
import { fullAddresses } from '../net/addresses/peer-addresses.ts'
import { agentVersion } from '../node/identity/agent-version.ts'
import type { Identity } from '../node/identity/identity.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { argument } from '../rpc/command/argument.ts'
import { command } from '../rpc/command/command.ts'
import { option } from '../rpc/command/option.ts'
import { outputShape } from '../rpc/command/output.ts'
import { singleResult } from '../rpc/command/result.ts'
import type { LazySwarm } from '../swarm/lazy-swarm.ts'
import { idOutput } from './shared/id-output.ts'
import type { IdOutput } from './shared/id-output.ts'

export const id = command({
  help: {
    tagline: 'Show the identity of this node or another peer.',
    description:
      'Placeholders of the format: <id>, <aver>, <pubkey>, <addrs>, <protocols>, \\n and \\t. With offline=true ' +
      'the peer is not contacted; only known information is returned.'
  },
  errors: [
    { ask: 'arg=nosuch', says: 'invalid peer id' }
  ],
  args: { peerid: argument.string('peerid', 'Peer ID. Default: this node', { required: false }) },
  options: {
    format: option.string('format,f', 'Format of the text output, with the placeholders above. Default: JSON'),
    base: option.string(
      'peerid-base',
      'Encoding of peer IDs: b58mh (base58 multihash), or the multibase of a CID.',
      { default: 'b58mh' }
    )
  },
  output: outputShape('IdOutput', 'ID:string PublicKey:string Addresses:list AgentVersion:string Protocols:list'),

  async run ({ peerid, base }, { node, offline, wantsOffline, signal }) {
    const write = peerIdEncoder(base)
    const other = peerid == null ? undefined : otherThan(node.identity, peerid)

    if (other == null) {
      return singleResult(await ownIdentity(node, write, wantsOffline ? undefined : node.swarm, signal))
    }

    if (!wantsOffline && offline) {
      throw new Error(OFFLINE_MESSAGE)
    }

    const id = base58btc.baseEncode(other.bytes)

    if (offline) {
      const known = await node.swarm?.opened?.identity(id)
      return singleResult(known == null ? unknownPeer(other, write) : idOutput(known, write(other)))
    }

    if (node.swarm == null) {
      throw new RoutingNotFoundError()
    }

    // The identity of a peer is known once it is connected.
    const swarm = await node.swarm.get(signal)
    await swarm.connect({ ID: id, Addrs: [] }, { signal })
    const identity = await swarm.identity(id)
    return singleResult(identity == null ? unknownPeer(other, write) : idOutput(identity, write(other)))
  },

  text (output, { format }) {
    return format == null ? `${escapeGoJson(JSON.stringify(output, FIELDS, '\t'))}\n\n` : fillFormat(format, output)
  }
})

/** Kubo's message (`core/commands/id.go`), although no daemon runs here: clients show it. */
const OFFLINE_MESSAGE =
  "'ipfs id' cannot query information on remote peers without a running daemon; if you only want to convert " +
  '--peerid-base, pass --offline option'

const FIELDS = ['ID', 'PublicKey', 'Addresses', 'AgentVersion', 'Protocols']

/** Parses a peer ID; returns undefined for the node itself. */
function otherThan (identity: Identity, text: string): MultihashDigest | undefined {
  let peer: MultihashDigest

  try {
    peer = parsePeerId(text)
  } catch {
    throw new Error('invalid peer id')
  }

  return base58btc.baseEncode(peer.bytes) === identity.peerId.toString() ? undefined : peer
}

/**
 * Returns the identity of the node. Without a swarm there are neither addresses nor protocols, as on an offline node of
 * Kubo. A swarm that cannot start is no error here.
 */
async function ownIdentity (
  { identity: { peerId, publicKey }, config }: IpfsNode,
  write: PeerIdEncoder,
  swarm: LazySwarm | undefined,
  signal: AbortSignal
): Promise<IdOutput> {
  const opened = await swarm?.get(signal).catch(() => undefined)
  signal.throwIfAborted()
  const addresses = opened?.addresses() ?? []

  return {
    ID: write(peerId.toMultihash()),
    PublicKey: publicKey,
    Addresses: opened == null
      ? null
      : fullAddresses([{ ID: peerId.toString(), Addrs: addresses }]).sort(compareStrings),
    AgentVersion: agentVersion(config),
    Protocols: opened?.protocols().sort(compareStrings) ?? null
  }
}

function unknownPeer (peer: MultihashDigest, write: PeerIdEncoder): IdOutput {
  return {
    ID: write(peer),
    PublicKey: inlinePublicKey(peer),
    Addresses: [`/p2p/${base58btc.baseEncode(peer.bytes)}`],
    AgentVersion: '',
    Protocols: null
  }
}

function fillFormat (format: string, { ID, PublicKey, Addresses, AgentVersion, Protocols }: IdOutput): string {
  const values: Array<[string, string]> = [
    ['<id>', ID],
    ['<aver>', AgentVersion],
    ['<pubkey>', PublicKey],
    ['<addrs>', (Addresses ?? []).join('\n')],
    ['<protocols>', (Protocols ?? []).join('\n')],
    ['\\n', '\n'],
    ['\\t', '\t']
  ]

  return values.reduce((text, [hole, value]) => text.replaceAll(hole, () => value), format)
}
