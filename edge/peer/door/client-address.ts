/** Header with the client's address, which the engine overwrites; missing if the engine runs locally. */
const CLIENT_ADDRESS = 'cf-connecting-ip'

const LOOPBACK = '127.0.0.1'

/** Returns the IP address of the client; loopback if the engine sets none. */
export function clientAddress ({ headers }: Request): string {
  return headers.get(CLIENT_ADDRESS) ?? LOOPBACK
}
