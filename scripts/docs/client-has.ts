import { create } from 'kubo-rpc-client'

const client: unknown = create({ url: 'http://127.0.0.1:5001/api/v0' })

/**
 * Returns whether kubo-rpc-client has a method with this path that calls the command of that path. Its `mount` calls
 * another command.
 */
export function clientHas (path: readonly string[]): boolean {
  return path[0] !== 'mount' &&
    typeof path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], client) ===
      'function'
}
