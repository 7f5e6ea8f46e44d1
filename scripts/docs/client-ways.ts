import { walkCommands } from '../../src/commands/commands/walk-commands.ts'
import type { ArgumentDefinition } from '../../src/rpc/command/argument.ts'
import type { Command } from '../../src/rpc/command/command.ts'
import { camelCase } from '../../src/ui/lib/command/code/camel-case.ts'
import { listeningClient } from './listening-client.ts'

/** The signature of a command's method in kubo-rpc-client. */
export interface ClientWay {
  /** whether the method returns a single value, or several as a stream */
  gives: 'value' | 'stream'
  /** whether optional arguments are positional like the others; if not, the method takes them elsewhere */
  optional: boolean
}

type Method = (...input: unknown[]) => unknown

/** Sample arguments that a method may validate before its request. Other samples are called `x0`, `x1`. */
const CID = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const SAMPLES: Record<string, string> = {
  cid: CID,
  'cid-root': CID,
  'ipfs-path': `/ipfs/${CID}`,
  key: CID,
  'peer ID': '12D3KooWHdiAxVd8uMQR1hGWXccidmfCwLqcMpGwR6QcTP6QRMuD',
  address: '/ip4/127.0.0.1/tcp/1/p2p/12D3KooWHdiAxVd8uMQR1hGWXccidmfCwLqcMpGwR6QcTP6QRMuD'
}

/**
 * Finds out how kubo-rpc-client calls each command: calls its methods with the declared arguments in order. A method
 * with another signature, or that requests another command, is left out: the console cannot translate its lines.
 *
 * @returns by path, such as `pin/add`
 */
export async function clientWays (root: Command): Promise<Map<string, ClientWay>> {
  const { client, askedBy, close } = await listeningClient()
  const ways = new Map<string, ClientWay>()

  for (const { path, command } of walkCommands(root)) {
    const name = path.join('/')
    const method = path.reduce<unknown>(
      (at, part) => (at as Record<string, unknown> | undefined)?.[camelCase(part)],
      client
    )

    if (command.run == null || typeof method !== 'function') {
      continue
    }

    const asksWith = async (args: readonly ArgumentDefinition[]): Promise<boolean> => {
      const texts = args.filter(({ kind }) => kind === 'string').map(({ name }, i) => SAMPLES[name] ?? `x${i}`)
      const input = [...texts, ...args.some(({ kind }) => kind === 'file') ? [new Uint8Array([1])] : [], {
        probe: 'yes'
      }]
      const [target, query = ''] = (await askedBy(() => (method as Method)(...input)))?.split('?') ?? []
      const search = new URLSearchParams(query)
      return target === `/api/v0/${name}` && search.get('probe') === 'yes' &&
        search.getAll('arg').join('\n') === texts.join('\n')
    }

    const args = Object.values(command.args)

    if (await asksWith(args.filter(({ required }) => required))) {
      ways.set(name, {
        gives: method.constructor.name === 'AsyncGeneratorFunction' ? 'stream' : 'value',
        optional: await asksWith(args)
      })
    }
  }

  close()
  return ways
}
