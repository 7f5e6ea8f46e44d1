import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { emitted, nothing } from '../../rpc/result.ts'

export const provideClear = command({
  help: { tagline: 'Forget what waits to be announced.', description: 'Nothing waits while there is nobody to announce it to: what the node has is looked up then.' },
  status: 'experimental',
  options: { quiet: option.bool('quiet,q', 'Print nothing.') },
  answers: { type: 'int' },
  run: ({ quiet }) => quiet === true ? nothing<number>() : emitted(0),
  text: (cleared) => `removed ${cleared} items from provide queue\n`
})
