import { MemoryDatastore } from 'datastore-core'
import type { Datastore } from 'interface-datastore'
import { afterEach, describe, expect, it } from 'vitest'
import { killableDatastore } from '../testing/store/killable.ts'
import { KillSwitch } from '../testing/store/packed-store.ts'
import type { JobsInit } from './job-options.ts'
import { encodeJobRow, jobKey, listJobRows } from './job-row.ts'
import type { JobRow } from './job-row.ts'
import type { JobContext, JobSpec } from './job-spec.ts'
import { Jobs } from './jobs.ts'

const AT_ONCE = 0
const NEVER = 1_000_000_000

/** Stopped after each test, because their timers would continue during later tests. */
const lives: Jobs[] = []

afterEach(() => {
  lives.splice(0).forEach((jobs) => {
    jobs.stop()
  })
})

/** A run of the work, controlled by the test. */
interface Run {
  context: JobContext<number>
  finish: (value: string) => void
  fail: (err: Error) => void
}

/** Jobs with work that the test controls, over one datastore and several runs of the node. */
function workshop (data: Datastore = new MemoryDatastore()) {
  const runs: Run[] = []

  const spec = (name = 'a', join: JobSpec<number, string>['join'] = 'always'): JobSpec<number, string> => ({
    kind: 'test',
    args: { name, join },
    join,
    remembers: (value) => value >= 100,
    describe: (text) => `it was ${text}`,
    work: async (context) =>
      await new Promise<string>((resolve, reject) => {
        runs.push({ context, finish: resolve, fail: reject })
        context.signal.addEventListener('abort', () => {
          reject(context.signal.reason as Error)
        })
      })
  })

  const remake: JobsInit['remake'] = (kind, args) => {
    const { name, join } = args as { name: string; join: JobSpec<number, string>['join'] }

    if (kind === 'test') {
      return spec(name, join) as unknown as JobSpec<unknown, unknown>
    }

    return kind === 'test/once' ? 'it cannot be done again' : undefined
  }

  /** A run of the node, which writes nothing after `kill`. */
  const live = (init: Partial<JobsInit> = {}) => {
    const controller = new AbortController()
    const held = new Set<Promise<void>>()
    const end = new KillSwitch()
    const jobs = new Jobs({ datastore: killableDatastore(data, end.hook), remake, keepAfterMs: AT_ONCE, ...init })
    lives.push(jobs)

    const resume = async (): Promise<void> => {
      await jobs.resume({
        signal: controller.signal,
        background: async (work) => {
          const running = work(controller.signal).finally(() => held.delete(running))
          held.add(running)
          await running
        }
      })
      await settled()
    }

    return {
      jobs,
      held,
      resume,
      stopServices: () => {
        controller.abort()
      },
      kill: () => {
        end.now()
      }
    }
  }

  return { data, runs, spec, live, rows: async () => await listJobRows(data) }
}

/** Resolves when everything that can happen now has happened. */
async function settled (): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5))
}

function caller (): { signal: AbortSignal; leave: () => void } {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    leave: () => {
      controller.abort()
    }
  }
}

const row: JobRow = {
  id: 'r',
  kind: 'test',
  args: { name: 'a', join: 'always' },
  begun: '2026-01-02T03:04:05.678Z',
  state: 'running',
  progress: { blocks: 1, bytes: 2 },
  resumed: 0,
  attempts: 0
}

async function put (data: Datastore, changes: Partial<JobRow> = {}): Promise<void> {
  const it = { ...row, ...changes }
  await data.put(jobKey(it.id), encodeJobRow(it))
}

describe('concurrent requests', () => {
  it('share one run, and leave nothing behind', async () => {
    const { live, spec, runs, rows } = workshop()
    const { jobs } = live()
    const first: number[] = []
    const second: number[] = []
    const calls = [jobs.run(spec(), {
      signal: caller().signal,
      report: (n) => {
        first.push(n)
      }
    })]
    await settled()
    runs[0].context.progress.blocks = 7
    void runs[0].context.report(1)
    void runs[0].context.report(100)
    calls.push(jobs.run(spec(), {
      signal: caller().signal,
      report: (n) => {
        second.push(n)
      }
    }))
    await settled()
    expect(calls[1].progress.blocks).toBe(7)
    expect(jobs.list()).toMatchObject([{
      kind: 'test',
      state: 'running',
      waiting: 2,
      resumed: 0,
      progress: { blocks: 7 }
    }])
    expect(await rows()).toMatchObject([{ kind: 'test', state: 'running' }])
    void runs[0].context.report(2)
    runs[0].finish('well')
    expect(await Promise.all(calls.map(async ({ result }) => await result))).toEqual(['well', 'well'])
    expect([first, second, runs.length]).toEqual([[1, 100, 2], [100, 2], 1])
    expect([jobs.list(), await rows()]).toEqual([[], []])
  })

  it('with different arguments get separate runs', async () => {
    const { live, spec, runs } = workshop()
    const { jobs } = live()
    const calls = ['a', 'b'].map((name) => jobs.run(spec(name), { signal: caller().signal }).result)
    await settled()
    runs.forEach((run, i) => {
      run.finish(String(i))
    })
    expect(await Promise.all(calls)).toEqual(['0', '1'])
  })

  it('may abort individually, and the last one cancels the work', async () => {
    const { live, spec, runs, rows } = workshop()
    const { jobs } = live()
    const one = caller()
    const two = caller()
    const results = [one, two].map(async ({ signal }) =>
      await jobs.run(spec(), { signal }).result.catch((err: Error) => err.name)
    )
    await settled()
    one.leave()
    expect(await results[0]).toBe('AbortError')
    expect([runs.length, runs[0].context.signal.aborted]).toEqual([1, false])
    two.leave()
    expect(await results[1]).toBe('AbortError')
    expect(runs[0].context.signal.aborted).toBe(true)
    expect([jobs.list(), await rows()]).toEqual([[], []])
  })

  it('get the outcome of the cancelled work if they are the last', async () => {
    const { live, spec } = workshop()
    const { jobs } = live()
    const { signal, leave } = caller()
    const result = jobs.run({
      ...spec(),
      work: async ({ signal }) =>
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('cut short'))
          })
        })
    }, { signal }).result
    await settled()
    leave()
    await expect(result).rejects.toThrow('cut short')
  })

  it('start a new run after one that is ending or has begun too long ago, never next to it', async () => {
    const { live, spec, runs } = workshop()
    const { jobs } = live()
    const first = jobs.run(spec('gc', 'until-begun'), { signal: caller().signal }).result
    await settled()
    const joined = jobs.run(spec('gc', 'until-begun'), { signal: caller().signal }).result
    await settled()
    runs[0].context.begun()
    const behind = jobs.run(spec('gc', 'until-begun'), { signal: caller().signal }).result
    const gone = caller()
    const impatient = jobs.run(spec('gc', 'until-begun'), { signal: gone.signal }).result
    gone.leave()
    await expect(impatient).rejects.toMatchObject({ name: 'AbortError' })
    expect(runs.length).toBe(1)
    runs[0].finish('one')
    expect(await Promise.all([first, joined])).toEqual(['one', 'one'])
    await settled()
    runs[1].finish('two')
    expect(await behind).toBe('two')
  })

  it('do not wait for slow readers among them', async () => {
    const { live, spec, runs } = workshop()
    const { jobs } = live()
    const slow = jobs.run(spec(), {
      signal: caller().signal,
      report: async () => {
        throw new Error('stalled')
      }
    }).result.catch((err: Error) => err.message)
    const quick = jobs.run(spec(), { signal: caller().signal }).result
    await settled()
    await runs[0].context.report(1)
    expect(await slow).toBe('stalled')
    runs[0].finish('well')
    expect(await quick).toBe('well')
  })
})

describe('a long job', () => {
  it('gets a row, while a short one never writes anything', async () => {
    const writes: string[] = []
    const { live, spec, runs } = workshop(killableDatastore(new MemoryDatastore(), (what) => {
      writes.push(what)
    }))
    const { jobs } = live({ keepAfterMs: NEVER })
    const result = jobs.run(spec(), { signal: caller().signal }).result
    await settled()
    runs[0].finish('well')
    expect([await result, writes]).toEqual(['well', []])
  })

  it('continues without a row if none can be written', async () => {
    const data = new MemoryDatastore()
    data.put = () => {
      throw new Error('the disk is full')
    }
    const { live, spec, runs } = workshop(data)
    const result = live().jobs.run(spec(), { signal: caller().signal }).result
    await settled()
    runs[0].finish('well')
    expect(await result).toBe('well')
  })

  it('updates its row at intervals, and in the batch of its own writes', async () => {
    const { live, spec, runs, data, rows } = workshop()
    const { jobs } = live({ saveEveryMs: 1 })
    const result = jobs.run(spec(), { signal: caller().signal }).result
    await settled()
    const { context, finish } = runs[0]
    context.left(() => ({ name: 'less', join: 'always' }))
    await settled()
    expect((await rows())[0].args).toMatchObject({ name: 'less' })

    const write = async (along: (batch: ReturnType<Datastore['batch']>) => void): Promise<void> => {
      const batch = data.batch()
      along(batch)
      expect((await rows()).length).toBe(1)
      await batch.commit()
    }
    await context.recording(write, { name: 'even less', join: 'always' })(() => {})
    expect((await rows())[0].args).toMatchObject({ name: 'even less' })
    await context.recording(write)(() => {})
    expect(await rows()).toEqual([])
    await settled()
    expect(await rows()).toEqual([]) // and the row does not come back
    finish('well')
    await result
  })

  it('reports its progress', async () => {
    const { live, spec, runs } = workshop()
    let reports = 0
    const { jobs } = live({
      changed: () => {
        reports++
      }
    })
    const result = jobs.run(spec(), { signal: caller().signal }).result
    await settled()
    runs[0].finish('well')
    await result
    await settled()
    expect(reports).toBe(1)
  })
})

describe('after a kill, a job', () => {
  it('resumes by itself, and its outcome is shown to the next visitor', async () => {
    const { live, spec, runs, rows } = workshop()
    const first = live()
    first.jobs.run(spec(), { signal: caller().signal }).result.catch(() => {})
    await settled()
    first.kill()
    const next = live()
    expect(next.jobs.list()).toEqual([])
    await next.resume()
    expect(next.jobs.list()).toMatchObject([{ state: 'running', resumed: 1, waiting: 0 }])
    expect(next.held.size).toBe(1)
    runs[1].finish('well')
    await settled()
    expect(next.held.size).toBe(0)
    expect(next.jobs.list()).toMatchObject([{ state: 'done', message: 'it was well' }])
    next.kill()
    const third = live()
    await third.resume()
    const [{ id, state }] = third.jobs.list()
    expect([state, runs.length]).toEqual(['done', 2])
    expect([await third.jobs.cancel(id), third.jobs.list(), await rows(), await third.jobs.cancel(id)]).toEqual([
      true,
      [],
      [],
      false
    ])
  })

  it('is joined by a request for the same work, and continues when the request aborts', async () => {
    const { live, spec, runs, data } = workshop()
    await put(data)
    const { jobs, resume } = live()
    await resume()
    const { signal, leave } = caller()
    const result = jobs.run(spec(), { signal }).result
    await settled()
    expect([runs.length, jobs.list()[0].waiting]).toEqual([1, 1])
    leave()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
    expect(runs[0].context.signal.aborted).toBe(false)
  })

  it('joins a new request for the same work, which is not needed then', async () => {
    const { live, spec, runs, data, rows } = workshop()
    await put(data)
    const { jobs, resume, held } = live()
    const { signal, leave } = caller()
    const result = jobs.run(spec(), { signal }).result
    await settled()
    await resume()
    expect([runs.length, (await rows()).length, held.size]).toEqual([1, 1, 1])
    leave()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
    expect(runs[0].context.signal.aborted).toBe(false)
    runs[0].finish('well')
    await settled()
    expect(jobs.list()).toMatchObject([{ state: 'done' }])
  })

  it('is dropped if the same work was done before the rows were read', async () => {
    const { live, spec, runs, data, rows } = workshop()
    await put(data)
    const { jobs, resume } = live({ keepAfterMs: NEVER })
    const result = jobs.run(spec(), { signal: caller().signal }).result
    await settled()
    runs[0].finish('well')
    await result
    await resume()
    expect([runs.length, await rows()]).toEqual([1, []])
  })

  it('keeps its failure until it is dismissed', async () => {
    const { live, runs, data } = workshop()
    await put(data)
    const { jobs, resume } = live()
    await resume()
    runs[0].fail(new Error('a block is missing'))
    await settled()
    expect(jobs.list()).toMatchObject([{ id: 'r', state: 'failed', message: 'a block is missing', begun: row.begun }])
  })

  it('that the node starts by itself is only reported if it fails', async () => {
    const { runs, data, rows, spec } = workshop()
    const shown: string[] = []
    const unasked = (): JobSpec<number, string> => ({ ...spec(), isUnasked: true })
    const start = async (): Promise<Jobs> => {
      const jobs = new Jobs({
        datastore: data,
        remake: () => unasked() as unknown as JobSpec<unknown, unknown>,
        keepAfterMs: AT_ONCE,
        unasked: ({ kind }) => {
          shown.push(kind)
          return () => {
            shown.push('over')
          }
        }
      })
      lives.push(jobs)
      await jobs.resume({
        signal: new AbortController().signal,
        background: async (work) => {
          await work(new AbortController().signal)
        }
      })
      return jobs
    }
    const first = await start()
    const result = first.run(unasked(), { signal: caller().signal }).result
    await settled()
    expect(shown).toEqual(['test'])
    runs[0].finish('well')
    await result
    await settled()
    expect([shown, await rows()]).toEqual([['test', 'over'], []])

    await put(data)
    const second = await start()
    await settled()
    runs[1].finish('well')
    await settled()
    expect([second.list(), await rows()]).toEqual([[], []])

    await put(data)
    const third = await start()
    await settled()
    runs[2].fail(new Error('the disk is full'))
    await settled()
    expect(third.list()).toMatchObject([{ state: 'failed', message: 'the disk is full' }])
  })

  it('can be cancelled, and is not restarted', async () => {
    const { live, data, rows } = workshop()
    await put(data)
    const { jobs, resume } = live()
    await resume()
    expect(await jobs.cancel('r')).toBe(true)
    expect([jobs.list(), await rows()]).toEqual([[], []])
  })

  it('fails with a reason if it cannot be repeated, and is left alone if its kind is unknown', async () => {
    const { live, data, rows, runs } = workshop()
    await put(data, { id: 'once', kind: 'test/once' })
    await put(data, { id: 'later', kind: 'of a later version' })
    await data.put(jobKey('broken'), new TextEncoder().encode('{"id": 1'))
    const { jobs, resume } = live()
    await resume()
    expect(jobs.list()).toMatchObject([{ id: 'once', state: 'failed', message: 'it cannot be done again' }])
    expect([runs.length, (await rows()).map(({ id }) => id).sort(), await data.has(jobKey('broken'))]).toEqual([0, [
      'later',
      'once'
    ], true])
  })

  it('is not restarted forever if it may be what crashes the node', async () => {
    const { live, data, runs } = workshop()
    await put(data)
    let lives = 0

    for (; lives < 20; lives++) {
      const { jobs, resume, kill } = live()
      await resume()
      kill()
      if (jobs.list()[0].state === 'failed') {
        break
      }
    }

    expect([lives, runs.length]).toEqual([5, 5])
  })

  it('is restarted any number of times if it makes progress', async () => {
    const { live, data, rows } = workshop()
    await put(data)

    for (let lives = 0; lives < 8; lives++) {
      const { resume, kill } = live({ saveEveryMs: 1 })
      await resume()
      await settled()
      kill()
    }

    expect((await rows())[0]).toMatchObject({ state: 'running', resumed: 8 })
  })

  it('keeps its deadline', async () => {
    const { live, data, runs } = workshop()
    await put(data, { id: 'late', until: Date.now() - 1 })
    await put(data, { id: 'soon', args: { name: 'b', join: 'always' }, until: Date.now() + 500, begun: '2027' })
    const { jobs, resume } = live()
    await resume()
    await expect.poll(() => jobs.list().map(({ id, state, message }) => [id, state, message])).toEqual([[
      'late',
      'failed',
      'context deadline exceeded'
    ], ['soon', 'failed', 'context deadline exceeded']])
    expect(runs.length).toBe(1)
  })

  it('keeps a limited number of outcomes', async () => {
    const { live, data } = workshop()
    for (let i = 0; i < 30; i++) {
      await put(data, { id: `r${i}`, begun: `20${i + 10}`, state: 'done' })
    }
    const { jobs, resume } = live()
    await resume()
    expect(jobs.list().map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => `r${i + 10}`))
  })
})

describe('stopping the node', () => {
  it('leaves the rows of running jobs, which resume at the next start', async () => {
    const { live, spec, runs, rows } = workshop()
    const { jobs } = live()
    const result = jobs.run(spec(), { signal: caller().signal }).result
    await settled()
    jobs.stop()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
    expect((await rows()).length).toBe(1)
    await live().resume()
    expect(runs.length).toBe(2)
  })

  it('rejects waiting requests with the reason, if there is one', async () => {
    const { live, spec } = workshop()
    const { jobs } = live()
    const result = jobs.run(spec(), { signal: caller().signal }).result
    await settled()
    jobs.stop(new Error('the storage is gone'))
    await expect(result).rejects.toThrow('the storage is gone')
  })

  it('waits for no job that resumes by itself, except for jobs with waiting requests', async () => {
    const { live, spec, data, runs, rows } = workshop()
    await put(data)
    await put(data, { id: 's', args: { name: 'b', join: 'always' } })
    const { jobs, resume, held, stopServices } = live()
    await resume()
    const { signal, leave } = caller()
    const result = jobs.run(spec('b'), { signal }).result
    await settled()
    stopServices()
    await settled()
    expect([runs.map(({ context }) => context.signal.aborted), held.size]).toEqual([[true, false], 1])
    leave()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
    await settled()
    expect([runs[1].context.signal.aborted, held.size, (await rows()).length]).toEqual([true, 0, 2])
  })

  it('leaves the row of a job whose database is lost', async () => {
    const { live, spec, runs, rows } = workshop()
    const result = live().jobs.run(spec(), { signal: caller().signal }).result
    await settled()
    runs[0].fail(
      Object.assign(new Error('pin: lost'), { cause: Object.assign(new Error('lost'), { name: 'DatabaseLostError' }) })
    )
    await expect(result).rejects.toThrow('lost')
    expect((await rows()).length).toBe(1)
  })
})

it('pauses on request, and continues', async () => {
  const { live, data, runs, spec } = workshop()
  await put(data)
  const { jobs, resume, held } = live()
  await resume()
  const waited = jobs.run(spec('b'), { signal: caller().signal }).result
  await settled()
  jobs.pause(20)
  await settled()
  expect([runs.map(({ context }) => context.signal.aborted), held.size]).toEqual([[true, false], 0])
  await expect.poll(() => runs.length).toBe(3)
  runs[1].finish('b')
  runs[2].finish('a')
  expect(await waited).toBe('b')
})
