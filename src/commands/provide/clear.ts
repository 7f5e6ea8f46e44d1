import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { emitted, nothing } from '../../rpc/command/result.ts'

export const provideClear = command({
  help: {
    tagline: 'Forget what waits to be announced.',
    description:
      'What has come a moment ago waits, and what could not be announced. The next round announces it with all that the node has.'
  },
  status: 'experimental',
  options: { quiet: option.bool('quiet,q', 'Print nothing.') },
  answers: { type: 'int' },

  async run ({ quiet }, { node }) {
    const cleared = await node.providing?.clear() ?? 0
    return quiet === true ? nothing<number>() : emitted(cleared)
  },

  text: (cleared) => `removed ${cleared} items from provide queue\n`
})
