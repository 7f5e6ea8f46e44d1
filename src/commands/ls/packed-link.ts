import { goJson } from '../../go/json/write-json.ts'
import { goTime } from '../../go/time/format-time.ts'
import type { LsLink } from './links.ts'

const NO_TIME = goTime(undefined)

/** JSON ending that nearly all entries have. */
const PLAIN_END = `,"Target":"","Mode":0,"ModTime":${goJson(NO_TIME)}}`

/** Encodes an entry as JSON from after its name, without the usual ending. */
export function packLink ({ Hash, Size, Type, Target, Mode, ModTime }: LsLink): string {
  const isPlain = Target === '' && Mode === 0 && ModTime === NO_TIME
  return `,"Hash":${goJson(Hash)},"Size":${Size},"Type":${Type}${
    isPlain ? '' : `,"Target":${goJson(Target)},"Mode":${Mode},"ModTime":${goJson(ModTime)}}`
  }`
}

/** Returns the JSON of an entry from its name and the output of `packLink`. */
export function unpackLink (name: string, packed: string): string {
  return `{"Name":${goJson(name)}${packed}${packed.endsWith('}') ? '' : PLAIN_END}`
}
