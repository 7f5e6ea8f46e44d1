import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'

export const removeDenylist = command({
  help: {
    tagline: 'Remove a denylist.',
    description: 'Found is false if there is no such list.'
  },
  args: { name: argument.string('name', 'Name of the list.', { example: 'my-list' }) },
  output: outputShape('DenylistRemoved', 'Name:string Found:bool'),
  run: async ({ name }, { node }) => singleResult({ Name: name, Found: await node.denylists.remove(name) }),
  text: ({ Name, Found }) => `${Found ? 'removed' : 'no such list:'} ${Name}\n`
})
