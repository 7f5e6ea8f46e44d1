import { openRelay } from '../../src/relay/open-relay.ts'
import { parseRelayArgs, RELAY_USAGE } from '../../src/relay/relay-args.ts'
import { relayCertificate } from '../../src/relay/relay-certificate.ts'
import { relayIdentity } from '../../src/relay/relay-identity.ts'
import type { CliCommand } from '../program/cli-command.ts'
import { untilAborted } from '../terminal/until-aborted.ts'

export const relay: CliCommand = {
  usage: RELAY_USAGE,
  isServer: true,

  async run (args, { print, signal }) {
    const { identity, ...init } = parseRelayArgs(args)
    const { close, addresses, httpPort } = await openRelay({
      ...init,
      privateKey: await relayIdentity(identity),
      certificate: await relayCertificate(identity == null ? undefined : `${identity}.webrtc.pem`)
    })

    print(JSON.stringify({ ready: true, relays: addresses, httpPort }))
    const parent = new AbortController()
    // Only with an IPC channel: the parent process has ended.
    process.once('disconnect', () => {
      parent.abort()
    })
    await untilAborted(AbortSignal.any([signal, parent.signal]))
    await close()
  }
}
