import { RemoteServices } from '../../../pins/remote/remote-services.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { nothing } from '../../../rpc/command/result.ts'

export const pinRemoteServiceAdd = command({
  help: {
    tagline: 'Add a service.',
    description:
      'Keeps its URL and its secret in the configuration, where the secret is shown to nobody. The service has to allow requests of this origin (CORS) when the node is in a browser. Nothing is asked of it yet: pin/remote/service/ls with stat does.'
  },
  differs: [
    'Plain http is for this machine and, in Node, for IP addresses of the local network. Redirects are not followed: the key goes with every request.'
  ],
  errors: [
    {
      ask: 'arg=a&arg=http://pins.example&arg=k',
      says:
        'service endpoint must be an https URL, or an http URL on this machine or, in Node, of an address of the local network: its key could be read on the way'
    },
    { ask: 'arg=a&arg=https://pins.example&arg=k', twice: true, says: 'service already present' }
  ],
  args: {
    service: argument.string('service', 'A name for it.'),
    endpoint: argument.string(
      'endpoint',
      'Its URL: https, or http on this machine; in Node also http of an address of the local network.'
    ),
    key: argument.string('key', 'The secret for it.')
  },
  answers: 'nothing',

  async run ({ service, endpoint, key }, { node }) {
    await new RemoteServices(node.config).add(service, endpoint, key)
    return nothing()
  }
})
