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

type JobLine = (args: Args, asked: Job['asked']) => string | undefined

/** Returns the command line of each kind of job. */
const LINES: Partial<Record<string, JobLine>> = {
  'pin/add': ({ paths = [], pathCount = paths.length, mode, name, offline }) =>
    pathCount === paths.length
      ? ranLine('pin/add', paths, {
        ...named(name),
        ...mode === 'direct' ? { recursive: 'false' } : {},
        ...locally(offline)
      })
      : undefined,

  'pin/remote/add': ({ cid, service = '', name }) =>
    cid == null ? undefined : ranLine('pin/remote/add', [cid], { service, ...named(name) }),

  'repo/verify': ({ repair, offline }) =>
    ranLine('repo/verify', [], {
      ...repair === 'drop' || repair === 'heal' ? { [repair]: 'true' } : {},
      ...locally(offline)
    }),

  [FIND_JOB]: ({ path }) => path == null ? undefined : ranLine(FIND_JOB, [path]),
  'repo/gc': () => ranLine('repo/gc', []),
  'routing/reprovide': () => ranLine('routing/reprovide', []),

  'dag/import': ({ name = '', pinRoots, allowBigBlock }) =>
    ranLine('dag/import', [name.split('/').at(-1)!], {
      ...pinRoots === false ? { 'pin-roots': 'false' } : {},
      ...allowBigBlock === true ? { 'allow-big-block': 'true' } : {}
    }),

  add: ({ file, name = '' }, asked) =>
    file == null
      ? asked && ranLine('add', [], asked)
      : ranLine('add', [decodeURIComponent(file.split('/').at(-1)!)], {
        nocopy: 'true',
        ...name === '' ? {} : { 'pin-name': name }
      })
}

/**
 * Returns the command line of a job, if the page knows all of it. Uploaded data is not part of it: for a CAR only its
 * name is known, for files not even that.
 */
export function jobLine ({ kind, args, asked }: Pick<Job, 'kind' | 'args' | 'asked'>): string | undefined {
  return LINES[kind]?.(args as Args, asked)
}

function named (name = ''): Record<string, string> {
  return name === '' ? {} : { name }
}

function locally (offline: boolean | undefined): Record<string, string> {
  return offline === true ? { offline: 'true' } : {}
}
