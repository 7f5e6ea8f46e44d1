/** Whether a command failed since a block is not there: not here, or nowhere. */
export function isMissing (err: unknown): boolean {
  const { name, message } = err as Error
  return name === 'RpcError' && /could not find|block was not found/.test(message)
}
