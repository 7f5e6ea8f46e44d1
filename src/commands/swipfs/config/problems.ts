import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'

export const configProblems = command({
  help: {
    tagline: 'List stored settings that are invalid.',
    description: 'Invalid settings are treated as unset. They stem from an older version, or were edited by hand.'
  },
  output: outputShape('ConfigProblems', 'Problems:list'),
  run: (_, { node }) =>
    singleResult({ Problems: node.config.problems().map(({ key, message }) => ({ Key: key, Message: message })) }),
  text: ({ Problems }) => Problems.map(({ Key, Message }) => `${Key}: ${Message}\n`).join('')
})
