import { askNode } from '../../client/ask-node.ts'
import { isMissing } from '../../client/is-missing.ts'
import { measureDag } from '../../client/measure-dag.ts'
import type { DagSize } from '../../client/measure-dag.ts'
import { seldom } from '../../lib/reactive/seldom.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import { isUnixfs } from '../lib/node-kind.ts'
import type { ExploredNode } from './read-node.ts'

/** The locally stored part of a content; `bytes` of `some` is undefined if unknown. */
export type Local =
  | { is: 'unknown' | 'stopped' }
  | { is: 'counting'; bytes?: number }
  | { is: 'all'; bytes: number; blocks?: number }
  | { is: 'some'; bytes?: number; of?: number }

const SHOW_EACH_MS = 300

/** Measures the locally stored part of a content, offline. */
export async function countLocal (
  node: ExploredNode,
  { signal, onChange }: { signal: AbortSignal; onChange: (local: Local) => void }
): Promise<void> {
  if (node.links.length === 0) {
    onChange({ is: 'all', bytes: node.blockBytes, blocks: 1 })
    return
  }

  onChange({ is: 'counting' })

  try {
    onChange(await whole(node, signal, onChange) ?? await part(node, signal))
  } catch (err) {
    onChange({ is: isAbort(err) ? 'stopped' : 'unknown' })
  }
}

/** Measures the stored part of an incomplete content, if that is possible. */
async function part ({ cid, kind }: ExploredNode, signal: AbortSignal): Promise<Local> {
  if (!isUnixfs(kind)) {
    return { is: 'some' }
  }

  const options = { 'with-local': true, offline: true }
  const { Local: isLocal, SizeLocal, CumulativeSize } = await askNode<
    { Local?: boolean; SizeLocal?: number; CumulativeSize: number }
  >('files/stat', { args: [`/ipfs/${cid}`], options, signal })
  return isLocal === true
    ? { is: 'all', bytes: SizeLocal ?? CumulativeSize }
    : { is: 'some', bytes: SizeLocal ?? 0, of: CumulativeSize }
}

/** @returns undefined if a block is missing; the first one ends the walk */
async function whole (
  { cid }: ExploredNode,
  signal: AbortSignal,
  onChange: (local: Local) => void
): Promise<Local | undefined> {
  const onProgress = seldom(SHOW_EACH_MS, ({ bytes }: DagSize) => {
    onChange({ is: 'counting', bytes })
  })

  try {
    return { is: 'all', ...await measureDag(cid, { signal, onProgress }) }
  } catch (err) {
    if (!isMissing(err)) {
      throw err
    }
    return undefined
  }
}
