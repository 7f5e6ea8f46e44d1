import type { CID } from 'multiformats/cid'
import type { NewContent } from '../../node/providing/new-content.ts'
import type { Context } from '../../rpc/command/context.ts'
import { option } from '../../rpc/command/option.ts'

const ROOT = 'Announce the roots at once, in addition to the regular queue. Default: Import.FastProvideRoot, else true'
const WAIT = 'Wait until the announcement is done. Default: Import.FastProvideWait, else false'

/** Options of the commands that announce new content at once (Kubo 0.41). */
export const dagOption = {
  fastProvideDag: option.bool(
    'fast-provide-dag',
    'Announce all blocks that Provide.Strategy wants at once. Default: Import.FastProvideDAG, else false',
    { since: '0.41' }
  )
}

export const rootAndWaitOptions = {
  fastProvideRoot: option.bool('fast-provide-root', ROOT),
  fastProvideWait: option.bool('fast-provide-wait', WAIT)
}

/** The options of `pin/*`, which have none in 0.40. */
export const pinOptions = {
  fastProvideRoot: option.bool('fast-provide-root', ROOT, { since: '0.41' }),
  ...dagOption,
  fastProvideWait: option.bool('fast-provide-wait', WAIT, { since: '0.41' })
}

interface FastProvideInput {
  fastProvideRoot: boolean | undefined
  fastProvideDag: boolean | undefined
  fastProvideWait: boolean | undefined
}

/**
 * Announces content that a command has stored or pinned.
 *
 * @throws an Error with Kubo's message if the request waits and the announcement fails; the signal's reason
 */
export async function announceNew (
  content: NewContent,
  { fastProvideRoot: root, fastProvideDag: dag, fastProvideWait: wait }: FastProvideInput,
  { node: { providing }, signal }: Pick<Context, 'node' | 'signal'>
): Promise<void> {
  try {
    await providing?.announceContent(content, { root, dag, wait, signal })
  } catch (err) {
    signal.throwIfAborted()
    throw new Error(`fast-provide: ${(err as Error).message}`)
  }
}

/** Announces pinned roots. As in Kubo, a failure is logged, and the pins stay. */
export async function announcePins (roots: readonly CID[], input: FastProvideInput, context: Context): Promise<void> {
  try {
    await announceNew({ roots, isPinned: true, isInMfs: false }, input, context)
  } catch (err) {
    context.signal.throwIfAborted()
    context.node.logs.logger('core/commands').error(`fast provide root after pin: ${(err as Error).message}`)
  }
}
