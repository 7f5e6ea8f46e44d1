import { timeLimit } from '../async/signals/time-limit.ts'
import { delay } from '../async/timers/delay.ts'
import { errorMessage } from '../go/text/error-message.ts'
import { parseMultiaddr } from '../net/addresses/parse-multiaddr.ts'
import type { PeerAddresses } from '../net/addresses/peer-addresses.ts'
import { splitP2p } from '../net/addresses/split-p2p.ts'
import { argument } from '../rpc/command/argument.ts'
import { command } from '../rpc/command/command.ts'
import { ReportedError } from '../rpc/command/errors.ts'
import { option } from '../rpc/command/option.ts'
import { outputShape } from '../rpc/command/output.ts'
import { streamResult } from '../rpc/command/result.ts'
import type { Swarm } from '../swarm/swarm.ts'
import { MUST_BE_ONLINE, requireSwarm } from './shared/online-node.ts'
import { peerText } from './shared/peer-text.ts'

/** Timeout of one ping (Kubo `core/commands/ping.go`, `kPingTimeout`). */
const PING_MS = 10_000

/** Interval between two pings. */
const INTERVAL_MS = 1000

const NS_A_MS = 1e6

interface PingResult {
  Success: boolean
  Time: number
  Text: string
}

export const ping = command({
  help: { tagline: 'Measure the round-trip time to a peer.' },
  errors: [
    { ask: 'arg=x', says: MUST_BE_ONLINE }
  ],
  args: {
    peers: argument.string('peer ID', 'ID or multiaddr of the peer; only the first is used.', {
      variadic: true,
      stdin: true
    })
  },
  options: { count: option.int('count,n', 'Number of pings, one per second.', { default: 10 }) },
  output: outputShape('PingResult', 'Success:bool Time:int64 Text:string'),

  async run ({ peers: [text], count }, { node, signal }) {
    if (node.swarm == null) {
      throw new Error(MUST_BE_ONLINE)
    }

    const peer = parsePeer(text)

    if (peer.ID === node.identity.peerId.toString()) {
      throw new Error("error: can't ping self")
    }

    if (count <= 0) {
      throw new Error(`ping count must be greater than 0, was ${count}`)
    }

    return streamResult(pingPeer(await requireSwarm(node, signal), peer, Number(count), signal))
  },

  text: ({ Success, Time, Text }) => {
    if (Text !== '') {
      return `${Text}\n`
    }

    return Success ? `Pong received: time=${(Time / NS_A_MS).toFixed(2)} ms\n` : 'Pong failed\n'
  }
})

/** Parses the peer argument (Kubo `core/commands/ping.go`, `ParsePeerParam`). */
function parsePeer (text: string): PeerAddresses {
  try {
    const { id, transport } = text.startsWith('/')
      ? splitP2p(parseMultiaddr(text))
      : { id: peerText(text), transport: undefined }

    if (id == null) {
      throw new Error('invalid p2p multiaddr')
    }

    return { ID: id, Addrs: transport == null ? [] : [transport] }
  } catch (err) {
    throw new Error(`failed to parse peer address '${text}': ${(err as Error).message}`)
  }
}

async function* pingPeer (
  swarm: Swarm,
  peer: PeerAddresses,
  count: number,
  signal: AbortSignal
): AsyncGenerator<PingResult> {
  const { ID, Addrs } = peer
  const known = await swarm.identity(ID)

  if (Addrs.length === 0 && (known == null || known.addresses.length === 0)) {
    yield textResult(`Looking up peer ${ID}`)

    try {
      await swarm.connect(peer, { signal: timeLimit(PING_MS, signal) })
    } catch (err) {
      signal.throwIfAborted()
      throw new Error(`peer lookup failed: ${errorMessage(err)}`)
    }
  }

  yield textResult(`PING ${ID}.`)
  const times: number[] = []

  for (let i = 0; i < count; i++) {
    if (i > 0) {
      await delay(INTERVAL_MS, signal)
    }

    try {
      const limited = timeLimit(PING_MS, signal)
      await swarm.connect(peer, { signal: limited })
      const ms = await swarm.ping(ID, { signal: limited })
      times.push(ms)
      yield { Success: true, Time: Math.round(ms * NS_A_MS), Text: '' }
    } catch (err) {
      signal.throwIfAborted()
      yield { Success: false, Time: 0, Text: `Ping error: ${errorMessage(err)}` }
      break
    }
  }

  if (times.length === 0) {
    throw new ReportedError('ping failed')
  }

  yield textResult(`Average latency: ${(times.reduce((sum, ms) => sum + ms, 0) / times.length).toFixed(2)}ms`)
}

function textResult (Text: string): PingResult {
  return { Success: true, Time: 0, Text }
}
