import os from 'node:os'

/** Exit codes: as shells use them. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const

/** Returns the exit code of a program that a signal has ended. */
export function signalExitCode (signal: NodeJS.Signals): number {
  return 128 + os.constants.signals[signal]
}
