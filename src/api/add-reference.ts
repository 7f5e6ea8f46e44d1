import { FILESTORE_OFF } from '../blocks/references/references.ts'
import type { JobSpec } from '../jobs/job-spec.ts'
import { addReference as addReferenceJob } from '../jobs/kinds/add-reference.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { importSettings } from '../unixfs/import/settings/import-settings.ts'

export interface AddReferenceOptions {
  /** pins it recursively under this name, which may be empty; `false` skips pinning. Default: pinned without a name */
  pinName?: string | false
}

/**
 * Starts a job that adds a file in place (`createNode({ files })`), like `ipfs add --nocopy`: it stores references
 * instead of a copy. The job continues in the background, and after restarts of the node. A repeated call joins the
 * running job.
 *
 * @param file - a file in the form that `ReferencedFiles.nameOf` takes
 * @returns the `id` of the job; once it is done, its `args.cid` is the root
 * @throws an Error if there is no such file, or files cannot be referenced
 * @example
 * ```ts
 * const id = await addReference(node, '/picked/film.mp4')
 * for await (const { state, progress } of followJob(node, id)) console.log(state, progress.bytes)
 * ```
 */
export async function addReference (
  node: IpfsNode,
  file: string,
  { pinName = '' }: AddReferenceOptions = {}
): Promise<string> {
  if (node.references == null) {
    throw new Error(FILESTORE_OFF)
  }

  const { size, lastModified } = await node.references.openFile(file)
  const settings = importSettings(node.config, { cidVersion: 1, rawLeaves: true })
  const args = { file, size, modified: lastModified, name: pinName === false ? undefined : pinName, settings }
  return await node.jobs.start(addReferenceJob(node, args) as unknown as JobSpec<unknown, unknown>)
}
