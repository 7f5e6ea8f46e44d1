import { isError } from '../errors/define-error.ts'
import { parseServeArgs, USAGE } from './cli/serve-args.ts'
import { UsageError } from './cli/usage-error.ts'
import { wantsHelp } from './cli/wants-help.ts'
import { startNode } from './start.ts'

if (wantsHelp(process.argv)) {
  process.stdout.write(USAGE)
  process.exit()
}

try {
  const leave = (): void => {
    void started.close().then(() => {
      process.exit(0)
    })
  }
  const started = await startNode({ ...parseServeArgs(process.argv.slice(2), process.env), onShutdown: leave })

  // Before the ready line is printed: its reader may stop the node at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, leave)
  }

  process.stdout.write(
    `${
      JSON.stringify({
        ready: true,
        rpc: `http://127.0.0.1:${started.rpcPort}`,
        gateway: `http://127.0.0.1:${started.gatewayPort}`
      })
    }\n`
  )
} catch (err) {
  process.stderr.write(`${(err as Error).message}\n${isError(err, UsageError) ? `\n${USAGE}` : ''}`)
  process.exitCode = 1
}
