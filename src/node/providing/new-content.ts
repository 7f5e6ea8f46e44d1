import type { CID } from 'multiformats/cid'
import type { ConfigStore } from '../../config/config-store.ts'
import type { ProvideStrategy } from '../../config/types/provide-strategy.ts'

/** Content that a command has just stored or pinned. */
export interface NewContent {
  roots: readonly CID[]
  /** whether the roots are pinned */
  isPinned: boolean
  /** whether the roots are in MFS */
  isInMfs: boolean
}

/** Choices of a command (Kubo's options `fast-provide-*`); default: the settings `Import.FastProvide…`. */
export interface FastProvideOptions {
  root?: boolean
  dag?: boolean
  wait?: boolean
}

/** Returns the choices of a command, with the settings as defaults (Kubo `config.ResolveBoolFromConfig`). */
export function fastProvide (
  config: Pick<ConfigStore, 'get'>,
  { root, dag, wait }: FastProvideOptions
): Required<FastProvideOptions> {
  const setting = (key: string): boolean | null | undefined => config.get<boolean | null>(key)

  return {
    root: root ?? setting('Import.FastProvideRoot') ?? true,
    dag: dag ?? setting('Import.FastProvideDAG') ?? false,
    wait: wait ?? setting('Import.FastProvideWait') ?? false
  }
}

/** Returns how much of new content a strategy wants at once. */
export function scopeOf (
  { all, pinned, roots, mfs }: ProvideStrategy,
  { isPinned, isInMfs }: NewContent
): 'dag' | 'roots' | 'nothing' {
  if ((pinned && isPinned) || (mfs && isInMfs)) {
    return 'dag'
  }

  return all || (roots && isPinned) ? 'roots' : 'nothing'
}
