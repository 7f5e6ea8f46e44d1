const NAMESPACE = '/x/'

/**
 * Checks that a protocol is a custom one, unless any is allowed.
 *
 * @throws an Error if it is not
 */
export function checkProtocol (name: string, anyAllowed: boolean | undefined): void {
  if (anyAllowed !== true && !name.startsWith(NAMESPACE)) {
    throw new Error(`protocol name must be within '${NAMESPACE}' namespace`)
  }
}
