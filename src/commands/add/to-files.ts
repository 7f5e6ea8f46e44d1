import { errorMessage } from '../../go/text/error-message.ts'
import { goQuote } from '../../go/text/quote.ts'
import { checkPath, parentPath, splitPath } from '../../mfs/check-path.ts'
import type { Context } from '../../rpc/command/context.ts'
import type { RootEvent } from '../../unixfs/import/entries/import-event.ts'

type ToFilesContext = Pick<Context, 'node' | 'blocks' | 'signal'>

/**
 * Puts added entries into MFS and makes that durable. A path with a trailing slash is a directory, which takes every
 * entry under its name; any other path is that of the only entry. Error messages are Kubo's (`core/commands/add.go`).
 *
 * @throws an Error; earlier entries stay
 */
export async function putToFiles (
  path: string,
  roots: readonly Pick<RootEvent, 'name' | 'cid'>[],
  context: ToFilesContext
): Promise<void> {
  const target = await targetOf(path, context)

  for (const [i, { name, cid }] of roots.entries()) {
    if (i > 0 && !target.endsWith('/')) {
      throw new Error(`to-files: MFS destination is a file: only one entry can be copied to ${goQuote(target)}`)
    }

    if (name === '') {
      throw new Error('to-files: cannot add unnamed files to MFS')
    }

    const place = target.endsWith('/') ? target + name.slice(name.lastIndexOf('/') + 1) : target
    await checkParent(place, context)

    try {
      await context.node.mfs.put(place, cid, context)
    } catch (err) {
      throw new Error(`to-files: cannot put node in path ${goQuote(place)}: ${errorMessage(err)}`, { cause: err })
    }
  }
}

/**
 * Checks a `to-files` path for errors that do not depend on the added entries.
 *
 * @returns the error
 */
export async function refusalOfFiles (path: string, context: ToFilesContext): Promise<Error | undefined> {
  try {
    const target = await targetOf(path, context)

    if (!target.endsWith('/')) {
      if (await checkParent(target, context) !== 'directory') {
        return new Error(
          `to-files: cannot put node in path ${goQuote(target)}: ${splitPath(target)[0]} is not a directory`
        )
      }

      if (await context.node.mfs.has(target, context)) {
        return new Error(
          `to-files: cannot put node in path ${goQuote(target)}: directory already has entry by that name`
        )
      }
    }
  } catch (err) {
    context.signal.throwIfAborted()
    return err as Error
  }
}

async function targetOf (path: string, { node, blocks, signal }: ToFilesContext): Promise<string> {
  let target: string

  try {
    target = checkPath(path === '' ? '/' : path)
  } catch (err) {
    throw new Error(`to-files: ${errorMessage(err)}`)
  }

  if (target.endsWith('/')) {
    const kind = await node.mfs.kind(target, { blocks, signal }).catch((err: Error) => {
      throw new Error(`to-files: MFS destination directory ${goQuote(target)} does not exist: ${err.message}`, {
        cause: err
      })
    })

    if (kind !== 'directory') {
      throw new Error(`to-files: MFS destination ${goQuote(target)} is not a directory`)
    }
  }

  return target
}

/**
 * Checks that the parent of a path exists.
 *
 * @returns the kind of the parent
 */
async function checkParent (place: string, { node, blocks, signal }: ToFilesContext): Promise<'file' | 'directory'> {
  const parent = parentPath(place)

  try {
    return await node.mfs.kind(parent, { blocks, signal })
  } catch (err) {
    throw new Error(
      `to-files: MFS destination parent ${goQuote(place)} ${goQuote(parent)} does not exist: ${errorMessage(err)}`,
      { cause: err }
    )
  }
}
