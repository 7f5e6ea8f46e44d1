import { RpcError } from '../../client/index.ts'
import { isError } from '../../errors/define-error.ts'

/** Returns whether a command failed because a block is missing, locally or everywhere. */
export function isMissing (err: unknown): boolean {
  return isError(err, RpcError) && /could not find|block was not found/.test(err.message)
}

/** Returns whether a command of Files failed because its path does not exist. */
export function isMissingPath (err: unknown): boolean {
  return isError(err, RpcError) && /file does not exist/.test(err.message)
}
