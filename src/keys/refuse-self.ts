/** The name of the node's own key, which is no row of the key store and which nobody may give to another. */
export const SELF = 'self'

/** @throws an Error with Kubo's words for the name of the node's own key */
export function refuseSelf (name: string, what: 'create' | 'import' | 'export' | 'rename' | 'overwrite' | 'remove'): void {
  if (name === SELF) {
    throw new Error(`cannot ${what} key with name '${SELF}'`)
  }
}
