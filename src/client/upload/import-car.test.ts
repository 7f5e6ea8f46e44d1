import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Job } from '../protocol/messages.ts'
import { importCar } from './import-car.ts'

let jobs: Array<Partial<Job>>
let cancelled: string[]
let sent: { url: string; size: number; name: string } | undefined
/** ends the request with the node's answer */
let end: (lines: string[]) => void

beforeEach(() => {
  jobs = [{
    id: 'other',
    kind: 'dag/import',
    args: { name: 'another/site.car' },
    state: 'running',
    progress: { blocks: 9, bytes: 999 }
  }]
  cancelled = []
  sent = undefined
  const ended = new Promise<string[]>((resolve) => {
    end = resolve
  })

  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: {
        postMessage: () => {}
      }
    }
  })
  vi.stubGlobal('fetch', async (url: string, { body }: { body: FormData }) => {
    if (url.startsWith('/api/v0/swipfs/jobs/ls')) {
      return new Response(jobs.map((job) => JSON.stringify(listedJob(job))).join('\n'))
    }

    if (url.startsWith('/api/v0/swipfs/jobs/cancel')) {
      const id = new URLSearchParams(url.split('?')[1]).get('arg') as string
      cancelled.push(id)
      end(['{"Message":"context canceled","Code":0,"Type":"error"}'])
      return Response.json({ ID: id, Found: true })
    }

    const { size, name } = body.get('file') as File
    sent = { url, size, name: decodeURIComponent(name) }
    return new Response((await ended).join('\n'))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Returns the line of `swipfs/jobs/ls` for a job. */
function listedJob ({ id, kind, args, state, progress }: Partial<Job>): object {
  return {
    ID: id,
    Kind: kind,
    Args: args,
    State: state,
    Progress: { Blocks: progress?.blocks, Bytes: progress?.bytes }
  }
}

/** Starts the import, with its job as the node lists it. */
async function begin (): Promise<void> {
  await vi.waitUntil(() => sent != null)
  jobs.push({
    id: 'mine',
    kind: 'dag/import',
    args: { name: sent?.name },
    state: 'running',
    progress: { blocks: 1, bytes: 7 }
  })
}

it('importCar returns the roots, and which of them are incomplete', async () => {
  end([
    '{"Root":{"Cid":{"/":"bafya"},"PinErrorMsg":""}}',
    '{"Root":{"Cid":{"/":"bafyb"},"PinErrorMsg":"block was not found"}}',
    '{"Stats":{"BlockCount":3,"BlockBytesCount":40}}'
  ])
  expect(await importCar(new Blob(['a car']), { name: 'ü.car' })).toEqual({
    roots: [{ cid: 'bafya', error: '' }, { cid: 'bafyb', error: 'block was not found' }],
    blocks: 3,
    bytes: 40
  })
  expect(sent).toEqual({
    url: '/api/v0/dag/import?pin-roots=true&stats=true',
    size: 5,
    name: expect.stringMatching(/^[0-9a-f-]{36}\/ü\.car$/) as string
  })
})

it('importCar reports the progress of its own job only', async () => {
  const reported: number[] = []
  const imported = importCar(new Blob(['a car']), {
    pinRoots: false,
    onProgress: (bytes) => {
      reported.push(bytes)
    }
  })
  await begin()
  await vi.waitUntil(() => reported.length > 0)
  end([])
  expect(await imported).toEqual({ roots: [], blocks: 0, bytes: 0 })
  expect(new Set(reported)).toEqual(new Set([7]))
})

it('importCar cancels its own job as soon as it has started', async () => {
  const controller = new AbortController()
  const imported = importCar(new Blob(['a car']), { signal: controller.signal })
  imported.catch(() => {})
  controller.abort(new Error('enough'))
  await begin()
  await expect(imported).rejects.toThrow('enough')
  expect(new Set(cancelled)).toEqual(new Set(['mine']))
})

it('importCar resolves if it had finished when it was aborted', async () => {
  const controller = new AbortController()
  const imported = importCar(new Blob(['a car']), { signal: controller.signal })
  controller.abort()
  end(['{"Root":{"Cid":{"/":"bafya"},"PinErrorMsg":""}}'])
  expect(await imported).toMatchObject({ roots: [{ cid: 'bafya' }] })
})

it('importCar reports why the file is invalid', async () => {
  end(['{"Message":"import failed: unexpected EOF","Code":0,"Type":"error"}'])
  await expect(importCar(new Blob(['no car']))).rejects.toMatchObject({
    name: 'RpcError',
    message: 'import failed: unexpected EOF'
  })
})
