import { RemoteServices } from '../../../pins/remote/remote-services.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { emptyResult } from '../../../rpc/command/result.ts'

export const pinRemoteServiceAdd = command({
  help: {
    tagline: 'Add a pinning service.',
    description:
      'Stores URL and secret in the configuration; the secret is never shown. In a browser the service must allow ' +
      'requests from this origin (CORS). The service is not contacted yet; pin/remote/service/ls with stat does ' +
      'that.'
  },
  differs: [
    'Plain http is allowed for this machine and, in Node.js, for IP addresses of the local network. Redirects are ' +
    'not followed, because every request carries the key.'
  ],
  errors: [
    {
      ask: 'arg=a&arg=http://pins.example&arg=k',
      says: 'service endpoint must be an https URL, or an http URL on this machine or, in Node, of an address of the ' +
        'local network: its key could be read on the way'
    },
    { ask: 'arg=a&arg=https://pins.example&arg=k', twice: true, says: 'service already present' }
  ],
  args: {
    service: argument.string('service', 'Name of the service.'),
    endpoint: argument.string(
      'endpoint',
      'URL of the service: https, or http on this machine; in Node.js also http at a local network address.'
    ),
    key: argument.string('key', 'Access token of the service.')
  },
  answers: 'nothing',

  async run ({ service, endpoint, key }, { node }) {
    await new RemoteServices(node.config).add(service, endpoint, key)
    return emptyResult()
  }
})
