import { command } from '../../../rpc/command/command.ts'
import { streamResult } from '../../../rpc/command/result.ts'
import { denylistOutput, denylistShape, denylistText } from './denylist-output.ts'
import type { DenylistOutput } from './denylist-output.ts'

export const listDenylists = command({
  help: {
    tagline: 'List the denylists.',
    description:
      'In the order of their names; a later list overrides an earlier one. Invalid counts lines that are no rule, ' +
      'and Problem is the first of them. Error is that of the last refresh, after which the version of Updated stays.'
  },
  output: denylistShape,

  run: (_, { node }) =>
    streamResult((async function* (): AsyncGenerator<DenylistOutput> {
      yield* node.denylists.lists.map(denylistOutput)
    })()),

  text: denylistText
})
