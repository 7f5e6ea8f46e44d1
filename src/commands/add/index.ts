import { bufferedGenerator } from '../../async/iteration/buffered-generator.ts'
import { peekFirst } from '../../async/iteration/peek-first.ts'
import { addJob } from '../../jobs/kinds/add.ts'
import type { SessionAbilities } from '../../pins/change/import-and-pin.ts'
import { argument } from '../../rpc/command/argument.ts'
import type { Upload } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import type { Context } from '../../rpc/command/context.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { importEntries } from '../../unixfs/import/entries/import-entries.ts'
import type { ImportEvent } from '../../unixfs/import/entries/import-event.ts'
import { importReferring } from '../../unixfs/import/entries/import-nocopy.ts'
import type { BlockSink } from '../../unixfs/import/pipeline/block-pipeline.ts'
import { importConfig } from '../../unixfs/import/settings/import-config.ts'
import { announceNew } from '../shared/fast-provide.ts'
import { toAddEvent } from './add-event.ts'
import type { AddEvent } from './add-event.ts'
import { nocopyReferences } from './nocopy-references.ts'
import { addOptions } from './options.ts'
import { referable } from './referable.ts'
import { addSettings, checkOptions } from './settings.ts'
import type { AddInput } from './settings.ts'
import { putToFiles, refusalOfFiles } from './to-files.ts'
import { untilCut } from './until-cut.ts'

export const add = command({
  help: {
    tagline: 'Add files and directories.',
    description:
      'Splits files into blocks, stores the blocks, and returns the CID of every file and directory. Added content ' +
      'is pinned unless pin=false. A failed or aborted upload stores nothing.'
  },
  differs: [
    'A failed add stores nothing, and no unreferenced directories remain (Kubo keeps both).',
    'The last progress value is not repeated. only-hash hashes directories too. max-file-links=1 is refused if the ' +
    'import would never end.',
    'Content added without nocopy is stored even if the filestore has a reference to it. If a file is added again, ' +
    'its reference is updated to the new location.'
  ],
  errors: [
    { ask: 'chunker=size-0', body: 'x', says: 'chunker size must be greater than 0' },
    { ask: 'cid-version=0&raw-leaves=true&hash=nosuch', body: 'x', says: 'unrecognized hash function: "nosuch"' },
    {
      ask: 'nocopy=true',
      body: 'x',
      says: 'either the filestore or the urlstore must be enabled to use nocopy, see: ' +
        'https://github.com/ipfs/kubo/blob/master/docs/experimental-features.md#ipfs-filestore'
    }
  ],
  args: {
    files: argument.file('path', 'Files and directories to add.', { variadic: true, stdin: true, staged: true })
  },
  options: addOptions,
  output: outputShape(
    'AddEvent',
    'Name:string Hash?:string Bytes?:int64 Size?:string Mode?:string Mtime?:int64 MtimeNsecs?:int'
  ),

  run: ({ files, ...input }, context) => streamResult(addEvents(untilCut(files), input, context))
})

async function* addEvents (files: Upload, input: AddInput, context: Context): AsyncGenerator<AddEvent> {
  for await (const event of importUpload(files, input, context)) {
    if (event.type !== 'root') {
      yield toAddEvent(event, context.cids)
    }
  }
}

/** Imports the upload. As in Kubo, some options are checked before the upload is read, and others at its first file. */
async function* importUpload (files: Upload, input: AddInput, context: Context): AsyncGenerator<ImportEvent> {
  const { node, signal, stallMs, given, imports } = context
  const config = importConfig(node.config)
  const checked = checkOptions(input, config)
  const { toFiles, fastProvideRoot, fastProvideDag, fastProvideWait } = input
  const refusal = toFiles == null ? undefined : await refusalOfFiles(toFiles, context)

  // With wrap there is always something to add: the directory.
  const entries = input.wrap === true ? files : await peekFirst(files)

  if (entries == null) {
    throw new Error('expected a file argument')
  }

  const settings = addSettings(input, config, checked)
  const references = nocopyReferences(input, node)

  const start = (signal: AbortSignal, sink?: BlockSink, abilities?: SessionAbilities): AsyncGenerator<ImportEvent> =>
    references == null || sink == null
      ? (imports?.entries ?? importEntries)(entries, { ...settings, ...abilities, sink, signal })
      : importReferring(
        references,
        sink,
        (sink) => importEntries(referable(entries, references), { ...settings, sink, signal })
      )

  const pinName = input.pin ? input.pinName ?? '' : undefined

  if (input.onlyHash === true) {
    yield* start(signal)
  } else if (refusal != null) {
    // Like Kubo, report the error after the added files; nothing is stored.
    yield* start(signal)
    throw refusal
  } else {
    yield* bufferedGenerator<ImportEvent>(
      async (report, signal) => {
        const roots = await node.jobs.run(
          addJob(node, (sink, signal, abilities) => start(signal, sink, abilities), pinName, given),
          { report, signal }
        ).result

        if (toFiles != null) {
          await putToFiles(toFiles, roots, { ...context, signal })
        }

        const content = { roots: roots.map(({ cid }) => cid), isPinned: input.pin, isInMfs: toFiles != null }
        await announceNew(content, { fastProvideRoot, fastProvideDag, fastProvideWait }, { node, signal })
      },
      signal,
      { stallMs }
    )
  }
}
