import { openKillableNode } from '../../testing/store/killable-node.ts'
import 'fake-indexeddb/auto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addReference } from '../../api/add-reference.ts'
import { followJob } from '../../api/follow-job.ts'
import { continueJob } from '../../api/jobs.ts'
import { xorshift } from '../../testing/replay/golden-body.ts'
import { FakeFiles } from '../../testing/store/fake-files.ts'
import { KillSwitch } from '../../testing/store/packed-store.ts'
import { newIndexedDB } from '../../testing/store/store-fixtures.ts'
import { TestNode } from '../../testing/test-node.ts'
import type { JobState } from '../job-state.ts'

const FILE = '/picked/1/film.bin'
const BYTES = xorshift(7, 3 * 262_144 + 1000)

let files: FakeFiles
let indexedDB: IDBFactory
let before: string[]
const opened: TestNode[] = []

beforeEach(async () => {
  files = new FakeFiles()
  files.put(FILE, BYTES)
  indexedDB = newIndexedDB()
  const node = await openNode()
  before = await node.blocks()
  await node.node.stop()
})

afterEach(async () => {
  for (const { node } of opened.splice(0)) {
    await node.stop().catch(() => {})
  }
})

/** A run of the node. */
async function openNode (kill?: KillSwitch): Promise<TestNode> {
  const app = await openKillableNode(indexedDB, kill, {
    files,
    config: { 'Experimental.FilestoreEnabled': true }
  })
  opened.push(app)
  return app
}

async function restart (): Promise<TestNode> {
  const app = await openNode()
  await app.node.services.start()
  return app
}

/** Returns the outcome of a job, or its reason for waiting. */
async function outcome ({ node }: TestNode, id: string): Promise<JobState | undefined> {
  let last: JobState | undefined
  for await (const state of followJob(node, id)) {
    last = state
  }
  return last?.state === 'running' ? undefined : last
}

/** Returns the CID of the same bytes as an upload. */
async function cidOfUpload (): Promise<string> {
  const app = await TestNode.start({ files, config: { 'Experimental.FilestoreEnabled': true } })
  const boundary = 'b'
  const body = new Blob([
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="film.bin"\r\nContent-Type: ` +
    `application/octet-stream\r\nAbspath: ${FILE}\r\n\r\n`,
    BYTES as Uint8Array<ArrayBuffer>,
    `\r\n--${boundary}--\r\n`
  ], { type: `multipart/form-data; boundary=${boundary}` })
  const { lines } = await app.rpc('add?nocopy=true&cid-version=1', {
    body: body as never,
    headers: { 'Content-Type': body.type }
  })
  return (lines.at(-1) as { Hash: string }).Hash
}

describe('a file added by reference', () => {
  it('is added without a copy, pinned, and reported until a person has seen it', async () => {
    const app = await restart()
    const id = await addReference(app.node, FILE, { pinName: 'a film' })
    const done = await outcome(app, id)
    const cid = await cidOfUpload()
    expect(done).toMatchObject({
      kind: 'add',
      state: 'done',
      message: `added ${cid}`,
      args: { file: FILE, cid, name: 'a film' },
      progress: { bytes: BYTES.length }
    })
    expect(await app.pins()).toEqual([`recursive ${cid} a film`])
    expect((await app.node.blockstore.stat()).bytes).toBeLessThan(1000)
    expect((await app.rpc(`cat?arg=${cid}&length=100`)).status).toBe(200)
    expect(app.node.jobs.list()).toMatchObject([{ id, state: 'done' }])
    await app.node.jobs.cancel(id)
    expect(app.node.jobs.list()).toEqual([])
  })

  it('is added once, however often it is requested', async () => {
    const app = await restart()
    let readings = 0
    let go = (): void => {}
    files.onRead = async () => {
      if (readings++ === 0) {
        await new Promise<void>((resolve) => {
          go = resolve
        })
      }
    }
    const ids = await Promise.all([addReference(app.node, FILE), addReference(app.node, FILE)])
    expect(ids[1]).toBe(ids[0])
    await expect.poll(() => readings).toBe(1)
    go()
    expect(await outcome(app, ids[0])).toMatchObject({ state: 'done' })
    expect(app.node.jobs.list()).toHaveLength(1)
  })

  it('is added at the next start wherever the node was killed, with the same CID', async () => {
    const cid = await cidOfUpload()
    let resumed = 0

    for (let step = 0, killed = true; killed; step++) {
      indexedDB = newIndexedDB()
      const kill = new KillSwitch()
      const victim = await openNode(kill)
      await victim.node.services.start()
      kill.arm(step)
      const id = await addReference(victim.node, FILE, { pinName: 'a film' })
      await outcome(victim, id).catch(() => {})
      killed = kill.killed
      // Later settings do not affect a job that was begun before.
      const next = await restart()
      await next.rpc('config?arg=Import.UnixFSChunker&arg=size-1000')
      const state = await outcome(next, id)

      if (state == null) {
        expect(step, 'killed before its row was there').toBe(0)
        expect(await next.pins()).toEqual([])
      } else {
        expect(state, `killed at ${step}`).toMatchObject({ state: 'done', args: { cid } })
        expect(await next.pins(), `killed at ${step}`).toEqual([`recursive ${cid} a film`])
        resumed += state.resumed
      }

      await next.node.stop()
    }

    expect(resumed).toBeGreaterThan(2)
  })

  it('waits if the browser requires permission, and continues when it is granted', async () => {
    let app = await restart()
    files.onRead = async () => {
      await new Promise(() => {})
    } // reading never ends in this run
    const id = await addReference(app.node, FILE, { pinName: 'a film' })
    await expect.poll(() => app.node.jobs.list()).toMatchObject([{ id, state: 'running' }])
    await app.node.stop()

    files.onRead = () => {}
    files.allowed = false
    app = await restart()
    expect(await outcome(app, id)).toMatchObject({
      state: 'waiting',
      message: 'the browser has to be allowed again to read the file'
    })
    expect([await app.pins(), await app.blocks()]).toEqual([[], before])
    expect(await continueJob(app.node, 'nobody')).toBe(false)
    expect(await continueJob(app.node, id)).toBe(true)
    expect(await outcome(app, id)).toMatchObject({ state: 'waiting' }) // no permission was given

    // Any number of restarts does not count as failed attempts.
    for (let starts = 0; starts < 7; starts++) {
      await app.node.stop()
      app = await restart()
      expect(await outcome(app, id)).toMatchObject({ state: 'waiting' })
    }

    files.allowed = true
    expect(await continueJob(app.node, id)).toBe(true)
    expect(await outcome(app, id)).toMatchObject({ state: 'done', args: { cid: await cidOfUpload() } })
    expect(await app.pins()).toHaveLength(1)
  })

  it('can be continued by a new request while it waits, or be cancelled', async () => {
    const app = await restart()
    files.allowed = true
    files.onRead = () => {
      files.allowed = false
    }
    const id = await addReference(app.node, FILE)
    expect(await outcome(app, id)).toMatchObject({ state: 'waiting' })
    files.allowed = true
    expect(await addReference(app.node, FILE)).toBe(id)
    expect(await outcome(app, id)).toMatchObject({ state: 'waiting' })
    expect(app.node.jobs.list()).toHaveLength(1)
    expect(await app.node.jobs.cancel(id)).toBe(true)
    expect(app.node.jobs.list()).toEqual([])
    await app.node.stop()
    expect((await restart()).node.jobs.list()).toEqual([])
  })

  it('leaves nothing when it is cancelled', async () => {
    const app = await restart()
    let readings = 0
    files.onRead = async () => {
      if (++readings === 3) {
        await new Promise(() => {})
      }
    }
    const id = await addReference(app.node, FILE)
    await expect.poll(() => readings).toBe(3)
    expect(await app.node.jobs.cancel(id)).toBe(true)
    expect([app.node.jobs.list(), await app.pins(), await app.blocks()]).toEqual([[], [], before])
    await app.node.stop()
    expect((await restart()).node.jobs.list()).toEqual([])
  })

  it('is rejected if it has changed since it was picked, and leaves nothing', async () => {
    const app = await restart()
    files.onRead = () => {
      files.put(FILE, BYTES, 2000)
    }
    const id = await addReference(app.node, FILE)
    expect(await outcome(app, id)).toMatchObject({
      state: 'failed',
      message: `${FILE} has changed since it was picked; nothing of it was kept, add it again`
    })
    expect([await app.pins(), await app.blocks()]).toEqual([[], before])
  })

  it('requires files that can be referenced', async () => {
    const app = await restart()
    await expect(addReference(app.node, '/etc/hostname')).rejects.toThrow(
      'cannot add filestore references outside ipfs root'
    )
    await expect(addReference((await TestNode.start({ files })).node, FILE)).rejects.toThrow('filestore is not enabled')
  })
})
