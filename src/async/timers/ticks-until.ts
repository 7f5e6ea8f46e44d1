/**
 * Yields every `intervalMs` milliseconds until a job has settled, successfully or not: for progress reports during the
 * job.
 *
 * @example for await (const _ of ticksUntil(job, 500)) yield progress() return await job
 */
export async function* ticksUntil (job: Promise<unknown>, intervalMs: number): AsyncGenerator<void> {
  const settled = job.then(() => true, () => true)

  while (true) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, intervalMs, false)
    })
    const isOver = await Promise.race([settled, tick])
    clearTimeout(timer)

    if (isOver) {
      return
    }

    yield
  }
}
