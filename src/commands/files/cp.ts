import { errorMessage } from '../../go/text/error-message.ts'
import { checkPath, splitPath } from '../../mfs/check-path.ts'
import { requestedHashing } from '../../mfs/requested-hashing.ts'
import type { Source } from '../../mfs/source.ts'
import { command } from '../../rpc/command/command.ts'
import type { Context } from '../../rpc/command/context.ts'
import { option } from '../../rpc/command/option.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { checkContentOrMfsPath, contentPath, resolveContent } from './shared/resolve-content.ts'
import { destArgument, flushOption, parentsOption, sourceArgument } from './shared/shared-options.ts'

export const filesCp = command({
  help: {
    tagline: 'Copy a file or directory of /ipfs or MFS to a path in MFS.',
    description: 'Fetches only the root. The other blocks are fetched when they are read.'
  },
  differs: [
    'A failed copy leaves no parent directories. Unflushed directories are stored first.'
  ],
  errors: [
    {
      ask: 'arg=/ipfs/$CID&arg=/a',
      says: 'cp: cannot get node from path /ipfs/$CID: block was not found locally (offline): ipld: could not find $CID'
    },
    {
      ask: 'arg=/ipfs/$DIRECTORY&arg=/a',
      twice: true,
      says: 'cp: cannot put node in path /a: directory already has entry by that name'
    },
    { ask: 'arg=/a&arg=/b', says: 'cp: cannot get node from path /a: file does not exist' }
  ],
  args: { source: sourceArgument, dest: destArgument },
  options: {
    force: option.bool('force', 'Replace an existing file. An existing directory is an error.'),
    parents: parentsOption
  },
  inherits: { flush: flushOption },
  answers: 'nothing',

  async run ({ source, dest, force, parents, flush }, context) {
    const hashing = requestedHashing({}, context.node.config)
    const from = checkContentOrMfsPath(source).replace(/\/+$/, '')
    const given = checkPath(dest)
    const to = given.endsWith('/') ? given + splitPath(from)[1] : given
    const content = await sourceOf(from, context)

    await context.node.mfs.copy(content, to, {
      force: force === true,
      parents: parents === true,
      hashing,
      flush,
      blocks: context.blocks,
      signal: context.signal
    })
    return emptyResult()
  }
})

/** Returns the source of a copy, from content or from MFS. */
async function sourceOf (path: string, context: Context): Promise<Source> {
  try {
    const content = contentPath(path, context)
    return content == null ? { path } : (await resolveContent(content, context)).cid
  } catch (err) {
    throw new Error(`cp: cannot get node from path ${path}: ${errorMessage(err)}`)
  }
}
