import { RemoteServices } from '../../../pins/remote/remote-services.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { nothing } from '../../../rpc/command/result.ts'

export const pinRemoteServiceRm = command({
  help: { tagline: 'Take a service away.', description: 'Forgets its URL and its secret; what it keeps it keeps.' },
  errors: [
    { ask: 'arg=a&arg=b', says: 'expecting one argument: name' }
  ],
  args: { service: argument.string('service', 'Its name.') },
  answers: 'nothing',

  async run ({ service }, { node, surplus = [] }) {
    if (surplus.length > 0) {
      throw new Error('expecting one argument: name')
    }

    await new RemoteServices(node.config).remove(service)
    return nothing()
  }
})
