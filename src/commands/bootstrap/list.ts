import { expandValue } from '../../config/values/auto-values.ts'
import { bootstrapList } from '../../net/bootstrap/bootstrap-list.ts'
import { command } from '../../rpc/command/command.ts'
import type { Context } from '../../rpc/command/context.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import type { Result } from '../../rpc/command/result.ts'
import { bootstrapShape, bootstrapText } from './bootstrap-output.ts'
import type { BootstrapOutput } from './bootstrap-output.ts'

/** Lists the bootstrap peers; also used by `bootstrap` itself. */
export function listBootstrap ({ node }: Context, expandAuto = false): Result<BootstrapOutput> {
  const config = node.config.all()
  const Peers = bootstrapList(config)

  if (!expandAuto) {
    return singleResult({ Peers })
  }

  const expanded = expandValue(config, 'Bootstrap', Peers, node.config.autoConf) as string[]
  return singleResult({ Peers: expanded.length === 0 ? null : expanded })
}

export const bootstrapListCommand = command({
  help: { tagline: 'List the bootstrap peers.' },
  options: { expandAuto: option.bool('expand-auto', 'Replace `auto` by the values that it stands for.') },
  output: bootstrapShape,
  run: ({ expandAuto }, context) => listBootstrap(context, expandAuto),
  text: (list) => bootstrapText(list)
})
