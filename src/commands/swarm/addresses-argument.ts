import { argument } from '../../rpc/argument.ts'

export const addresses = argument.string('address', 'Multiaddr of a peer, with its ID at the end.', {
  variadic: true,
  stdin: true
})
