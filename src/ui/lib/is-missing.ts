/** Returns whether a command failed because a block is missing, locally or everywhere. */
export function isMissing (err: unknown): boolean {
  const { name, message } = err as Error
  return name === 'RpcError' && /could not find|block was not found/.test(message)
}
