import { goTime } from '../../go/time.ts'
import type { LsLink } from './links.ts'

const NO_TIME = goTime(undefined)

/** What is to be said of an entry besides its name, in few characters: most entries have no more than a CID, a size and a type. */
export function packLink ({ Hash, Size, Type, Target, Mode, ModTime }: LsLink): string {
  return JSON.stringify(Target === '' && Mode === 0 && ModTime === NO_TIME ? [Hash, Size, Type] : [Hash, Size, Type, Target, Mode, ModTime])
}

/** The entry of a name and what `packLink` gave. */
export function unpackLink (Name: string, packed: string): LsLink {
  const [Hash, Size, Type, Target = '', Mode = 0, ModTime = NO_TIME] = JSON.parse(packed) as [string, number, number, string?, number?, string?]
  return { Name, Hash, Size, Type, Target, Mode, ModTime }
}
