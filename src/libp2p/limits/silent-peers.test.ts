import { connect } from 'node:net'
import { test } from 'vitest'
import { freePort } from '../../testing/http/free-port.ts'
import { SILENT_PEERS } from '../../testing/peers/silent-peers.ts'
import type { SilentTransport } from '../../testing/peers/silent-peers.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

/** Each dial and each request has a timeout of some 15 s. */
const LIMIT_MS = 60_000

const NOBODY_HAS = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const EMPTY_FOLDER = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const CONFIG = {
  'Pubsub.Enabled': true,
  'Ipns.UsePubsub': true,
  'Experimental.Libp2pStreamMounting': true,
  'Routing.Type': 'dht',
  'Routing.LoopbackAddressesOnLanDHT': true
}

/** Commands for such a peer, and their answers; each of them ends. */
const ASKED: Array<[command: string, says: RegExp]> = [
  ['ping?arg=ADDRESS&count=1', /^200 .*"Success":false,"Time":0,"Text":"Ping error: context deadline exceeded"}$/],
  ['id?arg=ID', /^(200 {"ID":"ID"|500 .*"routing: not found")/],
  ['routing/findpeer?arg=ID', /^200 .*("Type":2|"routing: not found".*"Type":3)}$/],
  [`routing/findprovs?arg=${NOBODY_HAS}`, /^200 .*"failed to find any peer in table"/],
  [
    `routing/provide?arg=${EMPTY_FOLDER}`,
    /^500 .*(cannot provide, no connected peers|failed to find any peer in table)/
  ],
  ['routing/get?arg=/ipns/ID', /^500 .*"routing: not found"/],
  ['dht/query?arg=ID', /^200 .*"failed to find any peer in table"/],
  ['name/resolve?arg=ID', /^500 .*"could not resolve name"/],
  [`name/publish?arg=/ipfs/${EMPTY_FOLDER}`, /^200 .*"Places":/],
  ['stats/dht', /^200 /],
  ['bitswap/wantlist?peer=ID', /^200 {"Keys":null}$/],
  ['bitswap/ledger?arg=ID', /^200 {"Peer":"ID","Value":0,/],
  [`block/get?arg=${NOBODY_HAS}&timeout=3s`, /^500 .*"context deadline exceeded"/],
  ['pubsub/peers', /^200 {"Strings":\[/],
  ['pubsub/pub?arg=ueA', /^200 $/],
  ['name/pubsub/state', /^200 {"Enabled":true}$/],
  ['swarm/peers?latency=true&streams=true&identify=true', /^200 {"Peers":/]
]

const cases = Object.keys(SILENT_PEERS).flatMap((kind) =>
  (['tcp', 'ws'] as SilentTransport[]).map((transport) => [kind, transport] as const)
)

test.concurrent.for(cases)(
  "a peer that %s, over %s: every command ends, with Kubo's message",
  { timeout: LIMIT_MS },
  async ([kind, transport], { expect, onTestFinished }) => {
    const node = await startSwarmNode({ config: CONFIG })
    const peer = await SILENT_PEERS[kind](transport)
    onTestFinished(async () => {
      await Promise.all([peer.stop(), node.node.stop()])
    })

    const ask = async (command: string, text?: string): Promise<string> => {
      const body = new FormData()
      body.append('data', new Blob(['x']), 'd')
      const answer = await node.rpc(
        command.replace('ADDRESS', peer.address).replace('ID', peer.id),
        text == null ? {} : { body }
      )
      return `${answer.status} ${answer.text.trim().replaceAll('\n', ' ').replaceAll(peer.id, 'ID')}`
    }

    const met = await ask('swarm/connect?arg=ADDRESS')
    expect(met).toMatch(
      kind.startsWith('takes the connection')
        ? new RegExp(
          String.raw`^500 .*"connect ID failure: failed to dial: failed to dial ID: all dials failed\\n` +
            String.raw` {2}\* \[[^\]]*\] failed to negotiate security protocol: context deadline exceeded"`
        )
        : /^200 {"Strings":\["connect ID success"\]}$/
    )

    // A program at the end of a stream is notified too.
    const port = await freePort()
    expect(await ask(`p2p/forward?arg=/x/silent&arg=/ip4/127.0.0.1/tcp/${port}&arg=/p2p/ID`)).toBe('200 ')
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const closed = new Promise((resolve) => {
      socket.once('close', resolve)
    })

    const answers = await Promise.all(
      ASKED.map(async ([command, says]) => ({
        command,
        says,
        answer: await ask(command, command.startsWith('pubsub/pub?') ? 'x' : undefined)
      }))
    )
    answers.forEach(({ command, says, answer }) => {
      expect(answer, command).toMatch(says)
    })

    expect(await ask('swarm/disconnect?arg=ADDRESS')).toMatch(
      kind.startsWith('takes the connection') ? /conn not found/ : /success/
    )
    await closed
  }
)
