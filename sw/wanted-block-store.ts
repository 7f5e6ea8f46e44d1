import type { BlockstoreKind } from '../src/client/worker-url.ts'

/** The blockstore that the query of the worker's script names, as in `/sw.js?datastore=idb`; one that nobody knows is refused when the repo is opened. */
export function wantedBlockStore (script: string): BlockstoreKind | undefined {
  return (new URL(script).searchParams.get('datastore') ?? undefined) as BlockstoreKind | undefined
}
