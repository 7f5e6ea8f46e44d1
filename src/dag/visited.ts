import type { CidSet } from '../cid/sets/cid-set.ts'

/** The part of a `CidSet` that a walk needs. */
export type Visited = Pick<CidSet, 'add' | 'has'>
