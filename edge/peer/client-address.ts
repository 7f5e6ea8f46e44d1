/** Of the client, as the engine sets it over whatever a client says; none where the engine runs on the machine of its owner. */
const CLIENT_ADDRESS = 'cf-connecting-ip'

const LOOPBACK = '127.0.0.1'

/** IP address of whoever sends a request; this machine where the engine says none. */
export function clientAddress ({ headers }: Request): string {
  return headers.get(CLIENT_ADDRESS) ?? LOOPBACK
}
