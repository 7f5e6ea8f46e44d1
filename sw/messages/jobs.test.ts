import { MemoryDatastore } from 'datastore-core'
import { expect, it } from 'vitest'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { FakeFiles } from '../../src/testing/fake-files.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import { answerAddKeptFile } from './file-handles.ts'
import { answerCancel, answerContinue, answerJobs } from './jobs.ts'

const NOBODY_HAS = 'bafyreiac3wkth6pl4fi74lseosyzmpl5s2w7llms7evjmojigvesvltzmq'

function held (node: IpfsNode) {
  return { hold: async <T>(work: (node: IpfsNode) => Promise<T>): Promise<T> => await work(node) }
}

it('lists jobs with one of their paths, and cancels them', async () => {
  const app = await TestNode.start({ online: true })
  const answer = app.rpc(`pin/add?arg=${NOBODY_HAS}&arg=b&arg=c&name=x`)
  await expect.poll(() => app.node.jobs.list().length).toBe(1)
  const { jobs: [job] } = await answerJobs(held(app.node))
  expect(job).toMatchObject({
    kind: 'pin/add',
    state: 'running',
    waiting: 1,
    args: { name: 'x', paths: [`/ipfs/${NOBODY_HAS}`], pathCount: 3 }
  })
  expect(await answerCancel(held(app.node), job.id)).toEqual({ type: 'cancel-job', found: true })
  expect((await answer).lines).toMatchObject([{ Message: 'pin: context canceled', Code: 0 }])
  expect(await answerCancel(held(app.node), job.id)).toEqual({ type: 'cancel-job', found: false })
})

it('lists jobs that were not resumed yet, and continues waiting ones', async () => {
  const files = new FakeFiles()
  files.put('/picked/1/a', new Uint8Array(10))
  const datastore = new MemoryDatastore()
  const config = { 'Experimental.FilestoreEnabled': true }
  const first = await TestNode.start({ datastore, files, config })
  await first.node.services.start()
  files.onRead = () => {
    files.allowed = false
  }
  const { id } = await answerAddKeptFile(held(first.node), { path: '/picked/1/a', pin: true, pinName: 'x' })
  await expect.poll(() => first.node.jobs.list()).toMatchObject([{ id, state: 'waiting' }])

  const { node } = await TestNode.start({ datastore, files, config })
  const { jobs: [job] } = await answerJobs(held(node))
  expect(job).toMatchObject({ id, kind: 'add', state: 'waiting', args: { file: '/picked/1/a', name: 'x', size: 10 } })
  expect(job.args).not.toHaveProperty('settings')
  await node.services.start()
  files.allowed = true
  files.onRead = () => {}
  expect(await answerContinue(held(node), 'nobody')).toEqual({ type: 'continue-job', found: false })
  expect(await answerContinue(held(node), id)).toEqual({ type: 'continue-job', found: true })
  await expect.poll(() => node.jobs.list()).toMatchObject([{ id, state: 'done' }])
})

it('reports why a file is not added', async () => {
  const { node } = await TestNode.start()
  expect(await answerAddKeptFile(held(node), { path: '/picked/1/a', pin: true })).toEqual({
    type: 'add-kept-file',
    error: 'filestore is not enabled, see https://git.io/vNItf'
  })
})

it('lists no jobs if the node does not open', async () => {
  const broken = {
    hold: async () => {
      throw new Error('no storage')
    }
  }
  expect([await answerJobs(broken), await answerCancel(broken, 'x')]).toEqual([{ type: 'jobs', jobs: [] }, {
    type: 'cancel-job',
    found: false
  }])
})
