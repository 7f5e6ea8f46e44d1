import { expect, it } from 'vitest'
import { putBlocks, smallDag } from '../testing/dag/small-dag.ts'
import { TestNode } from '../testing/test-node.ts'
import { followJob } from './follow-job.ts'
import { cancelJob, listJobs } from './jobs.ts'
import { pin } from './pin.ts'

const dag = smallDag('followed')

it('follows a job to its end, with or without a waiting request', async () => {
  const { node } = await TestNode.start({ online: true, jobTimes: { keepAfterMs: 0 } })
  const pinned = pin(node, dag.root, { name: 'x' })
  await expect.poll(() => listJobs(node).length).toBe(1)
  const [{ id }] = listJobs(node)
  const states: string[] = []
  const following = (async () => {
    for await (const { state, waiting } of followJob(node, id)) {
      states.push(`${state} ${waiting}`)
    }
  })()
  await putBlocks(node.blockstore, dag.blocks)
  expect((await pinned).toString()).toBe(dag.root.toString())
  await following
  expect(states).toEqual(['running 1'])
  expect(listJobs(node)).toEqual([])
})

it('ends by its signal, and does not affect the job', async () => {
  const { node } = await TestNode.start({ online: true })
  const pinned = pin(node, dag.root).catch((err: Error) => err.name)
  await expect.poll(() => listJobs(node).length).toBe(1)
  const [{ id }] = listJobs(node)
  const controller = new AbortController()
  const job = followJob(node, id, { signal: controller.signal })
  expect((await job.next()).value).toMatchObject({ id, state: 'running' })
  const next = job.next()
  controller.abort()
  await expect(next).rejects.toMatchObject({ name: 'AbortError' })
  expect(listJobs(node).length).toBe(1)
  expect(await cancelJob(node, id)).toBe(true)
  expect(await pinned).toBe('AbortError')
  expect((await followJob(node, id).next()).done).toBe(true)
})
