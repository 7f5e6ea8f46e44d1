import { argument } from '../../rpc/command/argument.ts'

export const peers = argument.string('peer', 'Multiaddr of a peer, with its ID at the end.', {
  required: false,
  variadic: true,
  stdin: true
})
