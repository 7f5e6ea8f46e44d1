/** The reserved name of the node's own key, which is not stored in the key store. */
export const SELF = 'self'

/**
 * Rejects the reserved name of the node's own key.
 *
 * @throws an Error with Kubo's message
 */
export function refuseSelf (
  name: string,
  action: 'create' | 'import' | 'export' | 'rename' | 'overwrite' | 'remove'
): void {
  if (name === SELF) {
    throw new Error(`cannot ${action} key with name '${SELF}'`)
  }
}
