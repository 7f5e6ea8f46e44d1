import { RemoteServices } from '../../../pins/remote/remote-services.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { singleResult } from '../../../rpc/command/result.ts'

export const serviceLoad = command({
  help: {
    tagline: 'Show the load of a home node on the edge.',
    description:
      'Answers counts the answers by kind, by the part that answered, and by class of status, since the time Since. ' +
      'Other pinning services have no such figures.'
  },
  args: { name: argument.string('name', 'Name of its pinning service.') },
  answers: { type: 'object' },

  run: async ({ name }, { node, signal }) =>
    singleResult(await new RemoteServices(node.config).get(name).load({ signal }))
})
