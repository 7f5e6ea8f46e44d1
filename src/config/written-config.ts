import type { Config } from './config.ts'
import { usableConfig } from './usable-config.ts'
import { writeConfig } from './write-config.ts'

/**
 * A changed configuration as Kubo keeps it (`fsrepo.SetConfig`): every section written out whole, with the zeros of what is
 * not set; what it does not know stays beside them.
 *
 * @param before - what is kept now
 * @param next - the change
 */
export function writtenConfig (before: Config, next: Config): Config {
  return { ...before, ...writeConfig(usableConfig(next).config) }
}
