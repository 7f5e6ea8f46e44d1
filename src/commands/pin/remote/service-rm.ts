import { RemoteServices } from '../../../pins/remote/remote-services.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { emptyResult } from '../../../rpc/command/result.ts'

export const pinRemoteServiceRm = command({
  help: {
    tagline: 'Remove a pinning service.',
    description: 'Deletes its URL and secret. Pins at the service remain.'
  },
  errors: [
    { ask: 'arg=a&arg=b', says: 'expecting one argument: name' }
  ],
  args: { service: argument.string('service', 'Name of the service.') },
  answers: 'nothing',

  async run ({ service }, { node, surplus = [] }) {
    if (surplus.length > 0) {
      throw new Error('expecting one argument: name')
    }

    await new RemoteServices(node.config).remove(service)
    return emptyResult()
  }
})
