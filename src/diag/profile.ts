import { zipSync } from 'fflate'
import type { IpfsNode } from '../node/ipfs-node.ts'
import { COLLECTORS } from './collectors.ts'
import type { CollectOptions } from './collectors.ts'

const encoder = new TextEncoder()

/** A collector that Kubo does not know either. */
export class UnknownCollectorError extends Error {
  static override name = 'UnknownCollectorError'
  override name = 'UnknownCollectorError'
}

/**
 * A profile of a node as a zip: settings, keys and content are not in it.
 *
 * @param names - of `COLLECTORS`; those that no script can do are left out
 * @throws UnknownCollectorError; the reason of the signal
 */
export async function profile (node: IpfsNode, names: readonly string[], options: CollectOptions): Promise<Uint8Array> {
  const unknown = names.find((name) => !Object.hasOwn(COLLECTORS, name))

  if (unknown != null) {
    throw new UnknownCollectorError(`unknown collector '${unknown}'`)
  }

  const chosen = [...new Set(names)].flatMap((name) => COLLECTORS[name] ?? []).filter(({ watches }) => watches !== true || options.watchMs > 0)
  const files = await Promise.all(chosen.map(async ({ file, collect }) => [file, encoder.encode(await collect(node, options))] as const))
  return zipSync(Object.fromEntries(files))
}

/** The zip of nothing. */
export function emptyProfile (): Uint8Array {
  return zipSync({})
}
