import type { Job } from '../../../client/index.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { FIND_JOB } from '../../network/state/find-in-background.ts'

/** Job arguments that are part of its command. */
interface Args {
  path?: string
  paths?: string[]
  pathCount?: number
  mode?: string
  name?: string
  offline?: boolean
  repair?: string
  service?: string
  cid?: string
  file?: string
  pinRoots?: boolean
  allowBigBlock?: boolean
}

/**
 * Returns the command line of a job, if the page knows all of it. Uploaded data is not part of it: for a CAR only its
 * name is known, for files not even that.
 */
export function jobLine ({ kind, args, asked }: Pick<Job, 'kind' | 'args' | 'asked'>): string | undefined {
  const {
    path,
    paths = [],
    pathCount = paths.length,
    mode,
    name = '',
    offline,
    repair,
    service = '',
    cid,
    file,
    pinRoots,
    allowBigBlock
  } = args as Args
  const named: Record<string, string> = name === '' ? {} : { name }
  const locally: Record<string, string> = offline === true ? { offline: 'true' } : {}

  switch (kind) {
    case 'pin/add':
      return pathCount === paths.length
        ? ranLine(kind, paths, { ...named, ...mode === 'direct' ? { recursive: 'false' } : {}, ...locally })
        : undefined
    case 'pin/remote/add':
      return cid == null ? undefined : ranLine(kind, [cid], { service, ...named })
    case 'repo/verify':
      return ranLine(kind, [], { ...repair === 'drop' || repair === 'heal' ? { [repair]: 'true' } : {}, ...locally })
    case FIND_JOB:
      return path == null ? undefined : ranLine(kind, [path])
    case 'repo/gc':
    case 'routing/reprovide':
      return ranLine(kind, [])
    case 'dag/import':
      return ranLine(kind, [name.split('/').at(-1)!], {
        ...pinRoots === false ? { 'pin-roots': 'false' } : {},
        ...allowBigBlock === true ? { 'allow-big-block': 'true' } : {}
      })
    case 'add':
      return file == null
        ? asked && ranLine(kind, [], asked)
        : ranLine(kind, [decodeURIComponent(file.split('/').at(-1)!)], {
          nocopy: 'true',
          ...name === '' ? {} : { 'pin-name': name }
        })
    default:
      return undefined
  }
}
