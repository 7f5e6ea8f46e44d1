import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { stringListShape, stringListText } from '../shared/string-list.ts'

export const logLs = command({
  help: { tagline: 'List the logging subsystems.' },
  output: stringListShape,
  run: (_, { node }) => singleResult({ Strings: node.logs.subsystems() }),
  text: stringListText
})
