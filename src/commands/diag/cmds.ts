import { tabColumns } from '../../go/text/tab-columns.ts'
import { formatGoDuration } from '../../go/time/format-duration.ts'
import { goTime } from '../../go/time/format-time.ts'
import type { RequestEntry } from '../../node/session/request-log.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { verbose } from '../shared/common-options.ts'
import { diagCmdsClear } from './cmds-clear.ts'
import { diagCmdsSetTime } from './cmds-set-time.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Kubo `commands/reqlog.go`, `ReqLogEntry`. */
interface CommandEntry {
  StartTime: string
  /** Go's zero time while it runs */
  EndTime: string
  Active: boolean
  Command: string
  Options: Record<string, unknown>
  Args: readonly string[]
  ID: number
}

/** Padding and minimum width of the columns in Kubo's text. */
const PADDING = 2
const MIN_WIDTH = 4

const MS_NS = 1_000_000n

export const diagCmds = command({
  help: {
    tagline: 'List active and recent requests.',
    description: 'A job that was resumed after a crash is listed as its original request.'
  },
  differs: [
    'Resumed jobs are listed as their original requests.'
  ],
  options: { verbose },
  output: outputShape(
    '[]*cmds.ReqLogEntry',
    'StartTime:string EndTime:string Active:bool Command:string Options:map[string]any Args:[]string ID:int'
  ),

  run: (_, { node }) => singleResult(node.requests.list().map(entryOf)),

  text (entries, { verbose }) {
    const heads = [
      ...verbose === true ? ['ID'] : [],
      'Command',
      ...verbose === true ? ['Arguments', 'Options'] : [],
      'Active',
      'StartTime',
      'RunTime'
    ]
    return tabColumns([heads, ...entries.map((entry) => commandCells(entry, verbose === true))], MIN_WIDTH, PADDING)
  }
}, { clear: diagCmdsClear, 'set-time': diagCmdsSetTime })

function entryOf ({ id, begun, ended, command, options, args }: RequestEntry): CommandEntry {
  return {
    StartTime: timeText(begun),
    EndTime: timeText(ended),
    Active: ended == null,
    Command: command,
    Options: sortOptions(options),
    Args: args,
    ID: id
  }
}

/** Sorts the options, as Go writes maps. */
function sortOptions (options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).sort(([a], [b]) => a < b ? -1 : 1))
}

function commandCells (
  { ID, Command, Args, Options, Active, StartTime, EndTime }: CommandEntry,
  verbose: boolean
): string[] {
  const begun = Date.parse(StartTime)
  const ranMs = (Active ? Date.now() : Date.parse(EndTime)) - begun
  const options = Object.entries(Options).map(([name, value]) => `${name}=${String(value)},`).join('')

  return [
    ...verbose ? [String(ID)] : [],
    Command,
    ...verbose ? [`[${Args.join(' ')}]`, `[${options}]`] : [],
    String(Active),
    goStamp(new Date(begun)),
    formatGoDuration(BigInt(ranMs) * MS_NS)
  ]
}

function timeText (ms: number | undefined): string {
  return goTime(ms == null ? undefined : { secs: BigInt(Math.floor(ms / 1000)), nsecs: (ms % 1000) * Number(MS_NS) })
}

/** Formats a local time in Go's layout `time.Stamp`: `Jan _2 15:04:05`. */
function goStamp (time: Date): string {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0'))
    .join(':')
  return `${MONTHS[time.getMonth()]} ${String(time.getDate()).padStart(2)} ${clock}`
}
