import { RemoteServices } from '../../../pins/remote/remote-services.ts'
import { argument } from '../../../rpc/argument.ts'
import { command } from '../../../rpc/command.ts'
import { nothing } from '../../../rpc/result.ts'

export const pinRemoteServiceAdd = command({
  help: {
    tagline: 'Add a service.',
    description: 'Keeps its URL and its secret in the configuration, where the secret is shown to nobody. The service has to allow requests of this origin (CORS) when the node is in a browser. Nothing is asked of it yet: pin/remote/service/ls with stat does.'
  },
  args: {
    service: argument.string('service', 'A name for it.'),
    endpoint: argument.string('endpoint', 'Its URL: https, or http on this machine.'),
    key: argument.string('key', 'The secret for it.')
  },

  async run ({ service, endpoint, key }, { node }) {
    await new RemoteServices(node.config).add(service, endpoint, key)
    return nothing()
  }
})
