const NAMESPACE = '/x/'

/** @throws an Error for a protocol that is not a custom one, unless that is allowed */
export function checkProtocol (name: string, anyAllowed: boolean | undefined): void {
  if (anyAllowed !== true && !name.startsWith(NAMESPACE)) {
    throw new Error(`protocol name must be within '${NAMESPACE}' namespace`)
  }
}
