import type { Part } from '../../lib/data/percent-of.ts'
import { Store } from '../../lib/reactive/store.ts'

/** Running work of parts that load later, by name. The document title shows its progress. */
export const longWork = new Store<Record<string, Part | undefined>>({})
