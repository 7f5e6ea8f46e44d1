import { FILESTORE_OFF } from '../blocks/references/references.ts'
import { addReference as addReferenceJob } from '../jobs/kinds/add-reference.ts'
import type { JobSpec } from '../jobs/job-spec.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import { importSettings } from '../unixfs/import/import-settings.ts'

export interface AddReferenceOptions {
  /** pins it recursively under this name, which may be empty; `false` pins nothing. Default: pinned without a name */
  pinName?: string | false
}

/**
 * Begins to add a file that stays where it is (`createNode({ files })`), as `ipfs add --nocopy` does: references are kept, and no copy.
 * The node does it by itself from then on, in its next lives too; asking for the same twice is one job.
 *
 * @param file - as `ReferencedFiles.nameOf` takes it
 * @returns the `id` of the job; when it is done `args.cid` of it is the root
 * @throws an Error when there is no such file, or none may be referred to
 * @example
 *   const id = await addReference(node, '/picked/film.mp4')
 *   for await (const job of followJob(node, id)) console.log(job.state, job.progress.bytes)
 */
export async function addReference (node: IpfsNode, file: string, { pinName = '' }: AddReferenceOptions = {}): Promise<string> {
  if (node.references == null) {
    throw new Error(FILESTORE_OFF)
  }

  const { size, lastModified } = await node.references.openFile(file)
  const settings = importSettings(node.config, { cidVersion: 1, rawLeaves: true })
  const args = { file, size, modified: lastModified, name: pinName === false ? undefined : pinName, settings }
  return await node.jobs.start(addReferenceJob(node, args) as unknown as JobSpec<unknown, unknown>)
}
