import type { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it } from 'vitest'
import { concatBytes } from '../../src/bytes/concat-bytes.ts'
import { varintBytes } from '../../src/bytes/protobuf/varint.ts'
import { encodeCarHeader } from '../../src/car/car-header.ts'
import { HASH } from '../../src/cid/codes/multiformat-codes.ts'
import type { ImportTotals } from '../../src/dag/import-car.ts'
import type { Block } from '../../src/store/blockstore/blockstore.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import type { SqlBlockstore, SqlBlockstoreInit } from '../../src/store/sql/sql-blockstore.ts'
import type { Sql } from '../../src/store/sql/sql.ts'
import { DEFAULT_LIMITS } from '../../src/unixfs/import/directory/limits.ts'
import { importEntries } from '../../src/unixfs/import/entries/import-entries.ts'
import type { ImportOptions } from '../../src/unixfs/import/entries/import-options.ts'
import type { Env, ObjectState } from '../engine/edge-types.ts'
import { AREA } from '../request/forwarded.ts'
import { answerRemoteUpload } from '../write/answer-remote-upload.ts'
import { answerSegments } from '../write/import/answer-segments.ts'
import { ImportObject } from '../write/import/import-object.ts'
import type { MultipartUpload, PartsBucket } from '../write/parts/parts-bucket.ts'
import { storePart } from '../write/parts/store-part.ts'
import type { RemoteUpload } from '../write/remote-upload.ts'
import type { ListedBucket } from './describe-published.ts'
import { killedAt } from './killed-at.ts'
import { noiseBytes } from './noise-bytes.ts'

interface Place {
  sql: Sql
  bucket: ListedBucket & PartsBucket
  open: (bucket?: ObjectBucket, options?: Partial<SqlBlockstoreInit>) => Promise<SqlBlockstore>
  empty: () => void
}

const MIB = 1024 * 1024
const PART = 5 * MIB
const STEP_BYTES = 2 * MIB
const KEEP_MS = 86_400_000
const WRITER_MS = 600_000
const NAME = 'incoming/file'

/** Kills before this many steps are tried; the script has fewer. */
const MAX_STEPS = 100

/** Alarms after which an import counts as endless. */
const MAX_ALARMS = 30

const SETTINGS: ImportOptions = {
  cidVersion: 1,
  hash: HASH.sha2_256,
  rawLeaves: true,
  chunker: 'size-262144',
  layout: 'balanced',
  maxFileLinks: 4,
  directory: DEFAULT_LIMITS,
  emptyDirs: true,
  mode: 0,
  preserveMode: false,
  preserveMtime: false,
  wrap: false,
  progress: false,
  silent: false
}

interface Stat {
  State: string
  Parts: number[]
  Message?: string
}

/**
 * Tests uploads in parts and the imports of their objects, with the store of the node.
 *
 * @param killed - an import to kill at every step, in place of the other tests
 */
export function describeImports ({ sql, bucket: realBucket, open, empty }: Place, killed?: 'add' | 'import'): void {
  describe('an upload in parts and its import', () => {
    const file = noiseBytes(7, 5 * MIB + 1000) as Uint8Array<ArrayBuffer>
    const clock = { ms: 0 }
    const writers = { now: () => clock.ms, writerMs: WRITER_MS }
    /** uploads that are neither complete nor given up, by the bucket */
    const openUploads = new Set<string>()
    const bucket = watched(realBucket, openUploads)

    const names = async (): Promise<string[]> => (await realBucket.list()).objects.map(({ key }) => key)
    const count = (where: string): number => sql.all<{ n: number }>(`SELECT count(*) AS n FROM ${where}`)[0].n

    beforeEach(async () => {
      await emptyAll()
      clock.ms = 1_000_000
    })

    async function emptyAll (): Promise<void> {
      empty()
      openUploads.clear()

      for (const name of await names()) {
        await realBucket.delete(name)
      }
    }

    async function blocksOf (bytes: Uint8Array): Promise<Block[]> {
      const blocks: Block[] = []
      const entries = (async function* () {
        yield { path: 'file', kind: 'file' as const, content: chunksOf(bytes) }
      })()

      for await (
        const _ of importEntries(entries, {
          ...SETTINGS,
          sink: (cid, bytes) => {
            blocks.push({ cid, bytes: bytes.slice() })
          }
        })
      ) {
        // Only the blocks matter.
      }

      return blocks
    }

    function carOf (blocks: Block[]): Uint8Array<ArrayBuffer> {
      const root = blocks.at(-1)!.cid
      const sections = blocks.map(({ cid, bytes }) => [
        varintBytes(cid.bytes.byteLength + bytes.byteLength),
        cid.bytes,
        bytes
      ])
      const header = encodeCarHeader([root])
      return concatBytes([varintBytes(header.byteLength), header, ...sections.flat()])
    }

    /** Runs the commands of the node that imports use, against its store. */
    function nodeOf (
      store: SqlBlockstore,
      works: Array<Promise<unknown>> = []
    ): (request: Request) => Promise<Response> {
      const run = async (request: Request, upload: RemoteUpload): Promise<Response> => {
        const session = store.session()
        const { adopt } = session.capabilities.adopting!
        const put = async (cid: CID, bytes: Uint8Array): Promise<void> => {
          await session.put(cid, bytes)
        }
        const lines: string[] = []

        try {
          for await (const _ of upload.files(request)!) {
            break
          }

          if (new URL(request.url).pathname.endsWith('/add')) {
            const none = (async function* () {})()

            for await (const event of upload.entries(none, { ...SETTINGS, sink: put, adopt })) {
              lines.push(JSON.stringify(event.type === 'root' ? { Hash: event.cid.toString() } : {}))
            }
          } else {
            const totals: ImportTotals = { roots: new Map(), blocks: 0, bytes: 0, emptyFiles: 0, cars: 0 }
            await upload.car((async function* () {})(), {
              put: async ({ cid, bytes }) => {
                await put(cid, bytes)
              },
              adopt,
              totals,
              allowBigBlock: false,
              signal: new AbortController().signal
            })
            lines.push(JSON.stringify({ Hash: [...totals.roots.keys()][0] }))
          }

          await session.commit()
          return new Response(lines.join('\n'))
        } catch (err) {
          await session.rollback()
          throw err
        }
      }

      return async (request) =>
        request.headers.get(AREA) === 'segments'
          ? await answerSegments(request, store)
          : answerRemoteUpload(request, {
            store,
            run,
            waitUntil: (work) => {
              works.push(work)
            }
          })
    }

    /** A client with its object, its front and its node. The latter may be killed. */
    class Run {
      readonly object: ImportObject
      readonly #frontBucket: PartsBucket
      alarmMs: number | undefined

      constructor (
        askNode: (request: Request) => Promise<Response>,
        { objectSql = sql, objectBucket = bucket }: { objectSql?: Sql; objectBucket?: PartsBucket } = {}
      ) {
        this.#frontBucket = objectBucket
        const state = {
          storage: {
            sql: {
              exec: (statement: string, ...values: never[]) => ({ toArray: () => objectSql.all(statement, ...values) })
            },
            transactionSync: <T>(work: () => T) => objectSql.transaction(work),
            sync: async () => {},
            setAlarm: async (atMs: number) => {
              this.alarmMs = atMs
            }
          }
        }
        const env = { NODE: { idFromName: () => '', get: () => ({ fetch: askNode }) }, BLOCKS: objectBucket }
        this.object = new ImportObject(state as unknown as ObjectState, env as unknown as Env, {
          stepBytes: STEP_BYTES,
          keepMs: KEEP_MS,
          now: () => clock.ms
        })
      }

      async call (call: string, query: Record<string, string> = {}): Promise<Response> {
        const params = new URLSearchParams({ ...query, arg: NAME })
        return await this.object.fetch(new Request(`http://import.invalid/${call}?${params}`, { method: 'POST' }))
      }

      async stat (): Promise<Stat | undefined> {
        const response = await this.call('stat')
        return response.ok ? await response.json() as Stat : undefined
      }

      async sendPart (bytes: Uint8Array<ArrayBuffer>, part: number): Promise<Response> {
        const sent = bytes.slice((part - 1) * PART, part * PART)
        const body = Object.assign(sent, { cancel: async () => {} })
        const request = new Request(`http://front.invalid/part?arg=${NAME}&part=${part}`, {
          method: 'POST',
          headers: { 'Content-Length': String(body.byteLength) },
          body
        })
        // A request that was made here has a body of unknown length for the engine.
        return await storePart(
          new Proxy(request, {
            get: (target, key) => key === 'body' ? body : Reflect.get(target, key, target) as unknown
          }),
          this.#frontBucket,
          async (call, query) => await this.call(call, query)
        )
      }

      /** Continues wherever the state says that an earlier client has ended, until the import is done. */
      async finish (command: 'add' | 'import', bytes: Uint8Array<ArrayBuffer>): Promise<Stat> {
        let stat = await this.stat()

        if (stat == null || stat.State === 'uploading' || stat.State === 'done') {
          await ok(this.call('upload', { size: String(bytes.byteLength), 'part-size': String(PART) }))
          stat = (await this.stat())!

          for (let part = 1; (part - 1) * PART < bytes.byteLength; part++) {
            if (!stat.Parts.includes(part)) {
              await ok(this.sendPart(bytes, part))
            }
          }

          await ok(this.call('complete'))
          stat = await this.stat()
        }

        if (stat!.State === 'uploaded' || stat!.State === 'failed') {
          await ok(this.call(command))
        }

        for (let alarms = 0; alarms < MAX_ALARMS; alarms++) {
          stat = (await this.stat())!
          this.alarmMs = undefined
          await this.object.alarm()

          if (this.alarmMs == null || this.alarmMs > clock.ms) {
            return (await this.stat())!
          }
        }

        throw new Error(`the import does not end: ${JSON.stringify(stat)}`)
      }
    }

    /** Runs the work of the store that is due, and checks that nothing is left. */
    async function expectNothingLeft (store: SqlBlockstore, blocks: Block[], label: string): Promise<void> {
      await store.remove(blocks.map(({ cid }) => cid))
      await store.background()
      clock.ms += WRITER_MS + 1
      await store.remove([])
      await store.background()
      expect(
        [await names(), count('granted'), count('segments'), count('sessions'), count('frames'), count('leaves')],
        label
      ).toEqual([[], 0, 0, 0, 0, 0])
    }

    async function expectIntact (store: SqlBlockstore, blocks: Block[], label: string): Promise<void> {
      expect((await store.stat()).blocks, label).toBe(blocks.length)

      for (const { cid, bytes } of blocks) {
        expect(isSame(await store.bytes(cid), bytes), label).toBe(true)
      }
    }

    if (killed != null) {
      it('loses nothing and leaves nothing over, wherever it is killed', async () => {
        const blocks = await blocksOf(file)
        const bytes = killed === 'add' ? file : carOf(blocks)

        for (const [isDone, dies] of [[true, 'object'], [true, 'all'], [false, 'all']] as const) {
          for (let at = 1; at < MAX_STEPS; at++) {
            await emptyAll()
            const label = `${dies} killed ${isDone ? 'after' : 'before'} step ${at}`
            const mortal = killedAt({ sql, bucket, at, isDone })
            const works: Array<Promise<unknown>> = []
            const dead = new AbortController()
            // If the node is killed too, it may be so while it opens.
            const opening = dies === 'all'
              ? open(mortal.bucket, { writers, sql: mortal.sql })
              : open(bucket, { writers })

            const script = async (): Promise<Stat> => {
              const askNode = nodeOf(await opening, works)
              return await new Run(
                async (request) => await mortal.asStep(async () => await askNode(withEndOf(request, dead.signal))),
                { objectSql: mortal.sql, objectBucket: mortal.bucket }
              ).finish(killed, bytes)
            }

            const hasEnded = await Promise.race([script().catch(() => 'killed'), mortal.killed])

            if (hasEnded !== 'killed') {
              expect(at).toBeGreaterThan(12)
              await (await opening).close()
              break
            }

            // The node notices that the object has gone. If it was killed too, its session is rolled back.
            dead.abort(new Error('killed'))
            await (dies === 'all' ? undefined : Promise.allSettled(works))
            const after = dies === 'all' ? await open(bucket, { writers }) : await opening
            const stat = await new Run(nodeOf(after)).finish(killed, bytes)
            expect(stat, label).toMatchObject({ State: 'done' })
            expect(JSON.stringify(stat), label).toContain(blocks.at(-1)!.cid.toString())
            await expectIntact(after, blocks, label)
            // The bucket ends an upload itself whose id the object has not stored.
            expect(openUploads.size, label).toBeLessThanOrEqual(isDone ? 1 : 0)
            await expectNothingLeft(after, blocks, label)
            await after.close()
          }
        }
      })

      return
    }

    it('gives the blocks of add, and leaves nothing else', async () => {
      const store = await open(bucket, { writers })
      const blocks = await blocksOf(file)
      const stat = await new Run(nodeOf(store)).finish('add', file)
      expect(stat).toMatchObject({ State: 'done', Result: [{}, { Hash: blocks.at(-1)!.cid.toString() }] })
      await expectIntact(store, blocks, '')
      expect((await names()).filter((name) => name.startsWith('incoming/'))).toEqual([])
      expect(openUploads.size).toBe(0)
      await expectNothingLeft(store, blocks, '')
      await store.close()
    })

    it('is given up a day after its last part, and so is an object that nobody imports', async () => {
      const store = await open(bucket, { writers })

      for (const isComplete of [false, true]) {
        const run = new Run(nodeOf(store))
        await ok(run.call('upload', { 'part-size': String(PART) }))
        const firstMs = run.alarmMs!
        clock.ms += KEEP_MS - 1
        await ok(run.sendPart(file, 1))
        clock.ms = firstMs
        await run.object.alarm()
        expect((await run.stat())!.State).toBe('uploading')

        if (isComplete) {
          await ok(run.call('complete'))
          expect(await names()).toEqual([NAME])
        }

        clock.ms = run.alarmMs!
        await run.object.alarm()
        expect([await run.stat(), await names(), openUploads.size]).toEqual([undefined, [], 0])
        expect((await run.sendPart(file, 2)).status).toBe(404)
      }

      await store.close()
    })

    it('that fails keeps its object for a day, so that it can be imported in another way', async () => {
      const store = await open(bucket, { writers })
      const run = new Run(nodeOf(store))
      expect(await run.finish('import', file)).toMatchObject({ State: 'failed' })
      expect(await names()).toEqual([NAME])
      expect((await run.finish('add', file)).State).toBe('done')
      await store.remove((await blocksOf(file)).map(({ cid }) => cid))

      expect((await run.finish('import', file)).State).toBe('failed')
      clock.ms = run.alarmMs!
      await run.object.alarm()
      expect((await names()).filter((name) => name.startsWith('incoming/'))).toEqual([])
      await store.close()
    })
  })
}

/** Returns the bucket, and records the uploads that it has. */
function watched (bucket: PartsBucket, openUploads: Set<string>): PartsBucket {
  const watchedUpload = (upload: MultipartUpload): MultipartUpload => ({
    uploadId: upload.uploadId,
    uploadPart: async (...args) => await upload.uploadPart(...args),
    complete: async (parts) => {
      const object = await upload.complete(parts)
      openUploads.delete(upload.uploadId)
      return object
    },
    abort: async () => {
      await upload.abort()
      openUploads.delete(upload.uploadId)
    }
  })

  return {
    get: async (...args) => await bucket.get(...args),
    put: async (...args) => await bucket.put(...args),
    delete: async (name) => {
      await bucket.delete(name)
    },
    head: async (name) => await bucket.head(name),
    createMultipartUpload: async (name) => {
      const upload = await bucket.createMultipartUpload(name)
      openUploads.add(upload.uploadId)
      return watchedUpload(upload)
    },
    resumeMultipartUpload: (...args) => watchedUpload(bucket.resumeMultipartUpload(...args))
  }
}

/** Returns a request whose body breaks when its sender is killed. */
function withEndOf (request: Request, signal: AbortSignal): Request {
  if (request.body == null) {
    return request
  }

  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  request.body.pipeTo(writable, { signal }).catch(() => {})
  return new Request(request, { body: readable, duplex: 'half' } as RequestInit)
}

async function ok (response: Promise<Response>): Promise<void> {
  const { ok, status } = await response

  if (!ok) {
    throw new Error(`refused: ${status} ${await (await response).text()}`)
  }
}

async function* chunksOf (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.slice()
}

function isSame (a: Uint8Array, b: Uint8Array): boolean {
  let at = 0

  while (at < a.byteLength && a[at] === b[at]) {
    at++
  }

  return at === b.byteLength
}
