import type { CommandCall } from './command-call.ts'

/** Settings that contain secrets. */
const SECRET_SETTINGS = /^(API(\.Authorizations|$)|Pinning(\.RemoteServices|$)|Identity)/i

/**
 * Returns whether a call contains a secret, such as an access key of a service or of the API. Such a line is not
 * stored.
 */
export function holdsSecret ({ command: { path }, args, options }: CommandCall): boolean {
  return path === 'pin/remote/service/add' || options.has('api-auth') ||
    (path === 'config' && args.length > 1 && SECRET_SETTINGS.test(args[0]))
}
