import { zipSync } from 'fflate'
import { defineError } from '../errors/define-error.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { COLLECTORS } from './collectors.ts'
import type { CollectOptions } from './collectors.ts'

const encoder = new TextEncoder()

/** Thrown for a collector that is unknown to Kubo too. */
export class UnknownCollectorError extends defineError('UnknownCollectorError') {}

/**
 * Creates a profile of a node as a zip, without settings, keys and content.
 *
 * @param names - names in `COLLECTORS`; those that scripts cannot collect are left out
 * @throws UnknownCollectorError; the signal's reason
 */
export async function profile (node: IpfsNode, names: readonly string[], options: CollectOptions): Promise<Uint8Array> {
  const unknown = names.find((name) => !Object.hasOwn(COLLECTORS, name))

  if (unknown != null) {
    throw new UnknownCollectorError(`unknown collector '${unknown}'`)
  }

  const chosen = [...new Set(names)].flatMap((name) => COLLECTORS[name] ?? []).filter(({ watches }) =>
    watches !== true || options.watchMs > 0
  )
  const files = await Promise.all(
    chosen.map(async ({ file, collect }) => [file, encoder.encode(await collect(node, options))] as const)
  )
  return zipSync(Object.fromEntries(files))
}

/** Returns an empty zip. */
export function emptyProfile (): Uint8Array {
  return zipSync({})
}
