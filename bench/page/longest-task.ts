import type { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { traceBrowser } from '../start/trace.ts'

const MAIN_THREAD = 'CrRendererMain'
const TASK = /RunTask$/

/** Returns the CPU time of the longest task of a page's main thread during some work, in milliseconds. */
export async function longestTaskMs (browser: ChromiumOverPipe, work: () => Promise<void>): Promise<number> {
  const events = await traceBrowser(browser, work)
  const threadOf = ({ pid, tid }: { pid: number; tid: number }): string => `${pid} ${tid}`
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD).map(threadOf)
  )
  const tasks = events.filter((event) => TASK.test(event.name) && mains.has(threadOf(event)))
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000
}
