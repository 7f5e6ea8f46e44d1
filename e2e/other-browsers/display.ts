import { Child } from './child.ts'
import { findExecutable } from './find-executable.ts'

const START_TIMEOUT_MS = 20_000

let shared: Promise<string> | undefined

/** Whether a window can be opened here: on the person's display, or on a virtual one. */
export function hasDisplay (): boolean {
  return findXvfb() != null || process.env.DISPLAY != null
}

/** An X display for browsers that know no headless mode; a virtual one where there is an Xvfb, kept until this process ends. */
export async function display (): Promise<string> {
  const xvfb = findXvfb()
  return xvfb == null ? process.env.DISPLAY! : await (shared ??= start(xvfb))
}

function findXvfb (): string | undefined {
  return findExecutable('XVFB_PATH', ['Xvfb'])
}

async function start (xvfb: string): Promise<string> {
  const child = new Child(xvfb, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'])
  const end = (): void => { void child.kill() }
  process.once('exit', end)

  try {
    const [, number] = await child.says(/^(\d+)\n/m, START_TIMEOUT_MS)
    return `:${number}`
  } catch (err) {
    end()
    throw err
  }
}
