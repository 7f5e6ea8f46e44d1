import { parseServeArgs, USAGE } from '../../src/node-adapter/cli/serve-args.ts'
import { startNode } from '../../src/node-adapter/start.ts'
import type { CliCommand } from '../program/cli-command.ts'
import { untilAborted } from '../terminal/until-aborted.ts'

export const serve: CliCommand = {
  usage: USAGE,
  isServer: true,

  async run (args, { print, signal }) {
    const shutdown = new AbortController()
    const { stop, rpcPort, gatewayPort } = await startNode({
      ...parseServeArgs(args, process.env),
      onShutdown: () => {
        shutdown.abort()
      }
    })

    print(
      JSON.stringify({ ready: true, rpc: `http://127.0.0.1:${rpcPort}`, gateway: `http://127.0.0.1:${gatewayPort}` })
    )
    await untilAborted(AbortSignal.any([signal, shutdown.signal]))
    await stop()
  }
}
