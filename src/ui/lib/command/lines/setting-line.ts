import type { Json } from '../info/setting-info.ts'
import { ranLine } from './ran-line.ts'

/** Returns the command line that changes a setting of the node. */
export function settingLine (key: string, value: Json): string {
  return ranLine('config', [key, JSON.stringify(value)], { json: 'true' })
}
