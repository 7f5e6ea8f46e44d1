import { command } from '../../rpc/command/command.ts'
import { bootstrapAdd } from './add.ts'
import { bootstrapShape, bootstrapText } from './bootstrap-output.ts'
import { bootstrapListCommand, listBootstrap } from './list.ts'
import { bootstrapRm } from './rm.ts'

export const bootstrap = command({
  help: { tagline: 'List the bootstrap peers.' },
  output: bootstrapShape,
  run: (_, context) => listBootstrap(context),
  text: (list) => bootstrapText(list)
}, {
  add: bootstrapAdd,
  list: bootstrapListCommand,
  rm: bootstrapRm
})
