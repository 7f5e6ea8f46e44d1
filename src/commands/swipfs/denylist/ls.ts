import { command } from '../../../rpc/command/command.ts'
import { streamResult } from '../../../rpc/command/result.ts'
import { denylistOutput, denylistShape, denylistText } from './denylist-output.ts'
import type { DenylistOutput } from './denylist-output.ts'

export const listDenylists = command({
  help: {
    tagline: 'List the denylists.',
    description: 'Problem is the first invalid line. Error is that of the last refresh, which has changed nothing.'
  },
  output: denylistShape,

  run: (_, { node }) =>
    streamResult((async function* (): AsyncGenerator<DenylistOutput> {
      yield* node.denylists.lists.map(denylistOutput)
    })()),

  text: denylistText
})
