import { expect, it } from 'vitest'
import type { IpfsNode } from '../src/node/ipfs-node.ts'
import { TestNode } from '../src/testing/test-node.ts'
import { answerCancel, answerJobs } from './answer-jobs.ts'

const NOBODY_HAS = 'bafyreiac3wkth6pl4fi74lseosyzmpl5s2w7llms7evjmojigvesvltzmq'

function held (node: IpfsNode) {
  return { hold: async <T>(work: (node: IpfsNode) => Promise<T>): Promise<T> => await work(node) }
}

it('lists jobs with one of their paths, and cancels them', async () => {
  const app = await TestNode.start({ online: true })
  const answer = app.rpc(`pin/add?arg=${NOBODY_HAS}&arg=b&arg=c&name=x`)
  await expect.poll(() => app.node.jobs.list().length).toBe(1)
  const { jobs: [job] } = await answerJobs(held(app.node))
  expect(job).toMatchObject({ kind: 'pin/add', state: 'running', waiting: 1, args: { name: 'x', paths: [`/ipfs/${NOBODY_HAS}`], pathCount: 3 } })
  expect(await answerCancel(held(app.node), job.id)).toEqual({ type: 'cancel-job', found: true })
  expect((await answer).lines).toMatchObject([{ Message: 'pin: context canceled', Code: 0 }])
  expect(await answerCancel(held(app.node), job.id)).toEqual({ type: 'cancel-job', found: false })
})

it('has none where the node does not open', async () => {
  const broken = { hold: async () => { throw new Error('no storage') } }
  expect([await answerJobs(broken), await answerCancel(broken, 'x')]).toEqual([{ type: 'jobs', jobs: [] }, { type: 'cancel-job', found: false }])
})
