import { Readable } from 'node:stream'
import { root } from '../../src/commands/root.ts'
import { streamChunks } from '../../src/http/body/body-chunks.ts'
import { ownDependencies } from '../../src/node-adapter/own-dependencies.ts'
import { openRepo } from '../../src/node-adapter/repo/open-repo.ts'
import { NEW_REPO_CONFIG } from '../../src/node-adapter/start.ts'
import { createNode } from '../../src/node/create-node.ts'
import { closeAll } from '../../src/node/parts/close-all.ts'
import { API_PREFIX, handleRpc } from '../../src/rpc/handler.ts'
import { checkedBody, failureOf, queryText } from './rpc-target.ts'
import type { RpcTarget } from './rpc-target.ts'

/** The trailer with the error of an answer that breaks. */
const ERROR_TRAILER = 'x-stream-error'

/**
 * Opens the node of a repo in this process, without a network.
 *
 * @param signal - aborts the commands
 * @throws RepoInUseError if another process has the repo open
 */
export async function openLocalTarget (folder: string, signal: AbortSignal): Promise<RpcTarget> {
  const repo = await openRepo(folder)

  try {
    const node = await createNode({
      ...repo,
      online: false,
      initialConfig: NEW_REPO_CONFIG,
      dependencies: ownDependencies
    })

    return {
      place: folder,

      call: async (command, query = [], body) => {
        let failure: string | undefined
        const response = await handleRpc(
          new Request(`http://127.0.0.1${API_PREFIX}/${command}?${queryText(query)}`, {
            method: 'POST',
            signal,
            ...body == null
              ? {}
              : {
                headers: { 'Content-Type': body.contentType },
                body: Readable.toWeb(Readable.from(body.bytes, { objectMode: false })),
                duplex: 'half'
              }
          } as RequestInit),
          {
            root,
            node: async () => node,
            onTrailer: (name, value) => {
              failure = name.toLowerCase() === ERROR_TRAILER ? value : failure
            }
          }
        )

        if (!response.ok) {
          throw failureOf(command, response.status, await response.text())
        }

        return checkedBody(command, streamChunks(response.body ?? new Blob().stream()), () => failure)
      },

      close: async () => {
        await closeAll([async () => await node.stop(), async () => await repo.close()])
      }
    }
  } catch (err) {
    await repo.close()
    throw err
  }
}
