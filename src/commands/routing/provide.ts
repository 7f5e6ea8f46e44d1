import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { verbose } from '../shared/verbose.ts'
import { checkProviding } from './check-providing.ts'
import { eventShape } from './query-event.ts'

export const routingProvide = command({
  help: { tagline: 'Announce that the node has something.' },
  status: 'experimental',
  args: { keys: argument.string('key', 'CIDs of it.', { variadic: true, stdin: true }) },
  options: { verbose, recursive: option.bool('recursive,r', 'With all that it links to.') },
  output: eventShape,

  run (_, { node }) {
    checkProviding(node)
    throw new Error('cannot provide, no connected peers') // whatever is to be announced: Kubo looks at that later
  }
})
