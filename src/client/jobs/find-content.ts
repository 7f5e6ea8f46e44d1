import { ownCommand } from '../rpc/own-command.ts'

const TIMEOUT_MS = 60_000

/**
 * Starts a job that looks for content until a source has it, and stores its root block. The job continues without this
 * page, and after restarts of the node: see `jobs` and `cancelJob`. A repeated call joins the running job.
 *
 * @param path - a CID or a content path
 * @returns the ID of the job
 * @throws RpcError if the path is invalid
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * const id = await findContent('/ipfs/bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
 * console.log((await jobs()).find((job) => job.id === id)?.state)
 * ```
 */
export async function findContent (
  path: string,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<string> {
  const [{ ID }] = await ownCommand<{ ID: string }>('retrieval/find', { timeoutMs, signal }, { args: [path] })
  return ID
}
