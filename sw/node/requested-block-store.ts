import type { BlockstoreKind } from '../../src/client/worker/worker-url.ts'

/**
 * Returns the blockstore in the query of the worker's script, as in `/sw.js?datastore=idb`. An unknown one is refused
 * when the repo is opened.
 */
export function wantedBlockStore (script: string): BlockstoreKind | undefined {
  return (new URL(script).searchParams.get('datastore') ?? undefined) as BlockstoreKind | undefined
}
