import { createInterface } from 'node:readline/promises'
import { appDataRows } from '../../src/devices/app-data-rows.ts'
import { DeviceDrive } from '../../src/devices/drive/device-drive.ts'
import { DeviceSync } from '../../src/devices/drive/device-sync.ts'
import type { SyncState } from '../../src/devices/drive/device-sync.ts'
import { readPairState, removePairRows, writePairState } from '../../src/devices/drive/pair-state.ts'
import type { PairState } from '../../src/devices/drive/pair-state.ts'
import { httpCalls } from '../../src/devices/http-calls.ts'
import type { NodeCalls } from '../../src/devices/node-calls.ts'
import { invitePairing, joinPairing } from '../../src/devices/pairing/pair-devices.ts'
import { pairingCodeText, parsePairingCode } from '../../src/devices/pairing/pairing-code.ts'
import { removeKeys } from '../../src/devices/records/signed-records.ts'
import { UsageError } from '../../src/node-adapter/cli/usage-error.ts'
import { checkTarget } from '../node/target-options.ts'
import type { CliCommand, CliContext } from '../program/cli-command.ts'
import { parseCommandLine } from '../program/parse-command-line.ts'

const USAGE = `usage: swipfs sync --api URL [--token TOKEN] [--invite | --code CODE] [--name NAME] [--yes]
       swipfs sync --api URL [--token TOKEN] --remove

Keeps the Files (MFS) of a node equal to those of a paired device, for example the app in a browser, until it is ended.

  --api URL        the node, by its RPC API, for example http://127.0.0.1:5001. Kubo lacks the commands for the state
  --token TOKEN    its token; better in the environment as SWIPFS_TOKEN, which other users cannot see
  --invite         pair first: print a code, which the other device enters
  --code CODE      pair first, with the device that shows this code
  --name NAME      name of this device, for the other one (default: Server)
  --yes            pair without a question
  --remove         end the pairing, and delete its keys. The files stay
`

const OPTIONS = {
  api: { type: 'string' },
  token: { type: 'string' },
  invite: { type: 'boolean', default: false },
  code: { type: 'string' },
  name: { type: 'string', default: 'Server' },
  yes: { type: 'boolean', default: false },
  remove: { type: 'boolean', default: false }
} as const

interface SyncArgs {
  name: string
  yes: boolean
  code?: string | undefined
}

export const sync: CliCommand = {
  usage: USAGE,
  isServer: true,

  async run (args, context) {
    const { values, positionals } = parseCommandLine(args, OPTIONS)
    checkTarget({ api: values.api, token: values.token })
    const { invite, code, remove } = values

    if (positionals.length > 0 || [invite, code != null, remove].filter(Boolean).length > 1) {
      throw new UsageError('use one of --invite, --code and --remove')
    }

    if (code != null && parsePairingCode(code) == null) {
      throw new UsageError(`a code has 12 letters and digits, and '${code}' has not`)
    }

    const calls = callsOf(values.api!, values.token ?? process.env.SWIPFS_TOKEN, context.signal)
    const rows = appDataRows(calls)
    const known = await readPairState(rows)

    if (remove) {
      await removePairRows(rows)
      await removeKeys(calls, known == null ? [] : [known.keyName])
      return
    }

    if (!invite && code == null) {
      await syncPair(known, calls, context)
      return
    }

    if (known != null) {
      throw new Error(`the node is paired with ${known.other.device} already: use --remove first`)
    }

    const pair = await (invite ? showCode : enterCode)(calls, values, context)
    await writePairState(rows, pair)
    context.note(`paired with ${pair.other.device}`)
    await syncPair(pair, calls, context)
  }
}

async function showCode (calls: NodeCalls, args: SyncArgs, context: CliContext): Promise<PairState> {
  const invite = await invitePairing({ calls, device: args.name, signal: context.signal })

  try {
    context.print(pairingCodeText(invite.code))
    const { device } = await invite.answered()

    if (!await isConfirmed(device, args, context)) {
      await invite.decline()
      throw new Error('not paired')
    }

    return await invite.accept()
  } finally {
    await invite.close()
  }
}

async function enterCode (calls: NodeCalls, args: SyncArgs, context: CliContext): Promise<PairState> {
  const join = await joinPairing(parsePairingCode(args.code!)!, { calls, device: args.name, signal: context.signal })

  if (!await isConfirmed(join.device, args, context)) {
    await join.close()
    throw new Error('not paired')
  }

  context.note(`confirm on ${join.device} too`)
  return await join.confirm()
}

async function isConfirmed (device: string, { yes }: SyncArgs, { signal }: CliContext): Promise<boolean> {
  if (yes) {
    return true
  }

  const terminal = createInterface({ input: process.stdin, output: process.stderr })

  try {
    return /^y(es)?$/i.test(
      await terminal.question(`Pair with "${device}", and merge the files of both? [y/N] `, { signal })
    )
  } finally {
    terminal.close()
  }
}

/** Syncs until the signal. */
async function syncPair (pair: PairState | undefined, calls: NodeCalls, { note, signal }: CliContext): Promise<void> {
  if (pair == null) {
    throw new Error('the node is not paired: use --invite or --code')
  }

  let last = ''
  const running = new DeviceSync({
    drive: new DeviceDrive({ calls, rows: appDataRows(calls), state: pair }),
    calls,
    onState: (state) => {
      const text = stateText(state, pair.other.device)

      if (text !== last) {
        note(text)
        last = text
      }
    }
  })
  signal.addEventListener('abort', () => {
    running.stop()
  }, { once: true })
  await running.run().catch((err: unknown) => {
    if (!signal.aborted) {
      throw err
    }
  })
}

function stateText ({ phase, hasNews, progress, problem }: SyncState, device: string): string {
  switch (phase) {
    case 'merging':
      return `receiving changes of ${device}: ${progress?.done ?? 0} of ${progress?.steps ?? 0}`
    case 'waiting':
      return hasNews === true ? `${device} has changes, and is away` : `waiting for ${device}`
    case 'failed':
      return `failed, and tried again: ${problem}`
    default:
      return phase === 'current' ? `up to date with ${device}` : `${phase} ${device}`
  }
}

function callsOf (api: string, token: string | undefined, ending: AbortSignal): NodeCalls {
  const base = `${api.replace(/\/+$/, '').replace(/\/api\/v0$/, '')}/api/v0`
  const headers: Record<string, string> = token == null ? {} : { Authorization: `Bearer ${token}` }

  return httpCalls(async (target, init) =>
    await fetch(`${base}/${target}`, {
      ...init,
      headers: { ...init.headers as Record<string, string>, ...headers },
      signal: init.signal == null ? ending : AbortSignal.any([ending, init.signal])
    })
  )
}
