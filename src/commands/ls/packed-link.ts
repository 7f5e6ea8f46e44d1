import { goTime } from '../../go/time.ts'
import { goJson } from '../../go/write-json.ts'
import type { LsLink } from './links.ts'

const NO_TIME = goTime(undefined)

/** What nearly all entries end with. */
const PLAIN_END = `,"Target":"","Mode":0,"ModTime":${goJson(NO_TIME)}}`

/** The JSON of an entry behind its name, without the end that nearly all have. */
export function packLink ({ Hash, Size, Type, Target, Mode, ModTime }: LsLink): string {
  const isPlain = Target === '' && Mode === 0 && ModTime === NO_TIME
  return `,"Hash":${goJson(Hash)},"Size":${Size},"Type":${Type}${isPlain ? '' : `,"Target":${goJson(Target)},"Mode":${Mode},"ModTime":${goJson(ModTime)}}`}`
}

/** The JSON of the entry of a name and what `packLink` gave. */
export function unpackLink (name: string, packed: string): string {
  return `{"Name":${goJson(name)}${packed}${packed.endsWith('}') ? '' : PLAIN_END}`
}
