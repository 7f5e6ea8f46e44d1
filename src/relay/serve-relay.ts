import { isError } from '../errors/define-error.ts'
import { UsageError } from '../node-adapter/cli/usage-error.ts'
import { wantsHelp } from '../node-adapter/cli/wants-help.ts'
import { openRelay } from './open-relay.ts'
import { parseRelayArgs, RELAY_USAGE } from './relay-args.ts'
import { relayCertificate } from './relay-certificate.ts'
import { relayIdentity } from './relay-identity.ts'

if (wantsHelp(process.argv)) {
  process.stdout.write(RELAY_USAGE)
  process.exit()
}

try {
  const { identity, ...args } = parseRelayArgs(process.argv.slice(2))
  const relay = await openRelay({
    ...args,
    privateKey: await relayIdentity(identity),
    certificate: await relayCertificate(identity == null ? undefined : `${identity}.webrtc.pem`)
  })

  // `disconnect`: the parent process has ended.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.once(event, () => {
      void relay.close().then(() => {
        process.exit(0)
      })
    })
  }

  process.stdout.write(`${JSON.stringify({ ready: true, relays: relay.addresses, httpPort: relay.httpPort })}\n`)
} catch (err) {
  process.stderr.write(`${(err as Error).message}\n${isError(err, UsageError) ? `\n${RELAY_USAGE}` : ''}`)
  process.exitCode = 1
}
