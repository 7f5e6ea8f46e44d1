import type { CommandCall } from './command-call.ts'

/** Settings that hold secrets. */
const SECRET_SETTINGS = /^(API(\.Authorizations|$)|Pinning(\.RemoteServices|$)|Identity)/i

/** Whether a call carries a secret, as a key of a service or of the API: such a line is not kept. */
export function holdsSecret ({ command: { path }, args, options }: CommandCall): boolean {
  return path === 'pin/remote/service/add' || options.has('api-auth') || (path === 'config' && args.length > 1 && SECRET_SETTINGS.test(args[0]))
}
