import { argument } from '../../rpc/command/argument.ts'

export const addresses = argument.string('address', 'Multiaddr of a peer, with its ID at the end.', {
  variadic: true,
  stdin: true
})
