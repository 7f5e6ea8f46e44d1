import { resetConfig } from '../../../node/repo/reset-config.ts'
import { command } from '../../../rpc/command/command.ts'
import { emptyResult } from '../../../rpc/command/result.ts'

export const resetConfigCommand = command({
  help: {
    tagline: 'Reset all settings to their defaults.',
    description: 'Keeps stored content, pins, names, the identity of the node, and the layout of its store.'
  },
  answers: 'nothing',

  async run (_, { node }) {
    await resetConfig({ config: node.config })
    return emptyResult()
  }
})
