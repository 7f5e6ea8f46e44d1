import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { emittedResult, emptyResult } from '../../rpc/command/result.ts'

export const provideClear = command({
  help: {
    tagline: 'Clear the announcement queue.',
    description:
      'The queue holds new content and failed announcements. The next periodic run announces them with all other ' +
      'content.'
  },
  status: 'experimental',
  options: { quiet: option.bool('quiet,q', 'Return nothing; by default the number of removed keys.') },
  answers: { type: 'int' },

  async run ({ quiet }, { node }) {
    const cleared = await node.providing?.clear() ?? 0
    return quiet === true ? emptyResult<number>() : emittedResult(cleared)
  },

  text: (cleared) => `removed ${cleared} items from provide queue\n`
})
