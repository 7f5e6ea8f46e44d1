import type { FileRepo, OpenRepoOptions } from './repo/open-repo.ts'
import type { StartedNode, StartOptions } from './start.ts'

/*
 * The parts of the library that need Node.js, loaded at first use: its other parts run in workers too.
 */

/**
 * Opens a repo in a folder, and creates it if necessary: an SQLite database, and files with many blocks each. Anything
 * that a call has acknowledged survives `kill -9` and a power failure. Only one process can have it open.
 *
 * @throws RepoInUseError if another process has it open
 * @example
 * ```ts
 * const repo = await openRepo('my-repo')
 * const node = await createNode(repo)
 * await node.stop()
 * await repo.close()
 * ```
 */
export async function openRepo (folder: string, options?: OpenRepoOptions): Promise<FileRepo> {
  const { openRepo: open } = await import('./repo/open-repo.ts')
  return await open(folder, options)
}

/**
 * Serves a node over HTTP on 127.0.0.1, like a Kubo daemon. It is a peer over TCP and WebSockets, and over QUIC if the
 * package `@chainsafe/libp2p-quic` is installed.
 *
 * @throws RepoInUseError if another process has the repo open; an Error if a port is taken
 * @example
 * ```ts
 * const { node, rpcPort, stop } = await startNode({ repo: 'my-repo', rpcPort: 5001, gatewayPort: 8080 })
 * await stop()
 * ```
 */
export async function startNode (options?: StartOptions): Promise<StartedNode> {
  const { startNode: start } = await import('./start.ts')
  return await start(options)
}
