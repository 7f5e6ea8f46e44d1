import type { CID } from 'multiformats/cid'
import { FileNotAllowedError } from '../../blocks/references/file-not-allowed-error.ts'
import { FILESTORE_OFF } from '../../blocks/references/references.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import type { Json } from '../../config/values/config.ts'
import { isError, NOT_READABLE } from '../../errors/define-error.ts'
import { blobChunks } from '../../http/body/body-chunks.ts'
import { importAndPin } from '../../pins/change/import-and-pin.ts'
import type { ImportEntry } from '../../unixfs/format/import-entry.ts'
import { importEntries } from '../../unixfs/import/entries/import-entries.ts'
import type { ImportEvent } from '../../unixfs/import/entries/import-event.ts'
import { importReferring } from '../../unixfs/import/entries/import-nocopy.ts'
import type { ImportOptions } from '../../unixfs/import/entries/import-options.ts'
import type { BlockSink } from '../../unixfs/import/pipeline/block-pipeline.ts'
import type { JobNode } from '../job-node.ts'
import { JobWaitsError } from '../job-spec.ts'
import type { JobContext, JobSpec } from '../job-spec.ts'

export type AddReferenceNode = Pick<
  JobNode,
  'blockstore' | 'datastore' | 'gcLock' | 'gcRoots' | 'pins' | 'pinIndex' | 'references'
>

export interface AddReferenceArgs {
  /** The name of the file, from `References.nameOf`. */
  file: string
  /** The size of the picked file in bytes, to detect later changes. */
  size: number
  modified: number
  /** Name of the pin, which may be empty; undefined for no pin. */
  name?: string
  /**
   * The import settings at the first start, so that a resumed job results in the same CID after a change of the
   * configuration.
   */
  settings: ImportOptions
  /** Set when the whole file is imported. */
  cid?: string
}

/**
 * Adds a file in place, by reference. The arguments identify the file, so the job survives a crash, and restarts at the
 * beginning of the file. The row is updated in the commit of the blocks, so the file is not added twice.
 *
 * Waits if the browser requires a person's permission to read the file. Throws an Error if the file is gone or has
 * changed.
 */
export function addReference (node: AddReferenceNode, args: AddReferenceArgs): JobSpec<never, CID> {
  const { cid: _, ...same } = args

  return {
    kind: 'add',
    args: args as unknown as Json,
    sameAs: same as unknown as Json,
    join: 'always',
    work: async (context) => args.cid == null ? await addFile(node, args, context) : parseCid(args.cid),
    describe: (cid) => `added ${cid}`
  }
}

async function addFile (
  node: AddReferenceNode,
  args: AddReferenceArgs,
  { signal, progress, recording }: JobContext<never>
): Promise<CID> {
  const { references } = node

  if (references == null) {
    throw new Error(FILESTORE_OFF)
  }

  const file = await references.openFile(args.file).catch(toWait)
  checkUnchanged(file, args)
  Object.assign(progress, { blocks: 0, bytes: 0 })
  let root: CID | undefined

  async function* content (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of blobChunks(file)) {
        yield chunk
        progress.bytes += chunk.byteLength
      }
    } catch (err) {
      throw isError(err, NOT_READABLE) ? changedFileError(args) : err
    }

    // Before anything is committed.
    checkUnchanged(await (references as NonNullable<typeof references>).openFile(args.file).catch(toWait), args)
  }

  async function* start (put: BlockSink): AsyncGenerator<ImportEvent> {
    const entry: ImportEntry = { path: file.name, kind: 'file', content: content(), abspath: args.file }

    const counted: BlockSink = async (cid, bytes, place) => {
      await put(cid, bytes, place)
      progress.blocks++
    }

    for await (
      const event of importEntries(
        (async function* () {
          yield entry
        })(),
        { ...args.settings, nocopy: true, sink: counted, signal }
      )
    ) {
      if (event.type === 'root') {
        root = event.cid
      }

      yield event
    }
  }

  const [{ cid }] = await importAndPin(node, (put) => importReferring(references, put, start), {
    pinName: args.name,
    report: () => {},
    recording: (write) => recording(write, { ...args, cid: String(root) } as unknown as Json),
    signal
  })

  return cid
}

/**
 * Checks that a file has not changed.
 *
 * @throws an Error if size or modification time differ
 */
function checkUnchanged (file: File, args: AddReferenceArgs): void {
  if (file.size !== args.size || file.lastModified !== args.modified) {
    throw changedFileError(args)
  }
}

function changedFileError ({ file }: AddReferenceArgs): Error {
  return new Error(`${file} has changed since it was picked; nothing of it was kept, add it again`)
}

/**
 * Rethrows an error of opening the file.
 *
 * @throws JobWaitsError if a person has to allow reading it again
 */
function toWait (err: Error): never {
  throw isError(err, FileNotAllowedError)
    ? new JobWaitsError('the browser has to be allowed again to read the file')
    : err
}
