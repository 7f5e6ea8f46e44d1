/**
 * The workloads, run in the page: the same fetch() calls against any node. Each takes `{ rpc, gateway }` (base URLs,
 * empty for the page's own origin) and returns one figure. Playwright passes each function as text, so they share only
 * `bench`, which `installHelpers` adds to the window.
 */

/** Adds the helpers of the workloads to the window of the page. */
export function installHelpers () {
  const MIB = 1024 * 1024

  /** Returns a Blob of new random bytes. */
  const randomBlob = (bytes) => {
    const parts = []
    for (let left = bytes; left > 0; left -= 65536) {
      parts.push(crypto.getRandomValues(new Uint8Array(Math.min(left, 65536))))
    }
    return new Blob(parts)
  }

  const post = async (base, target, body) => {
    const response = await fetch(`${base}/api/v0/${target}`, { method: 'POST', body })
    if (!response.ok) {
      throw new Error(`${target}: ${response.status} ${await response.text()}`)
    }
    return response
  }

  const form = (files) => {
    const body = new FormData()
    for (const [name, blob] of files) {
      body.append('file', blob, name)
    }
    return body
  }

  const lines = async (response) => (await response.text()).trim().split('\n').map((line) => JSON.parse(line))

  const drain = async (response) => {
    if (!response.ok) {
      throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
    }
    let bytes = 0
    for (const reader = response.body.getReader();;) {
      const { done, value } = await reader.read()
      if (done) {
        return bytes
      }
      bytes += value.byteLength
    }
  }

  const seconds = async (work) => {
    const start = performance.now()
    await work()
    return (performance.now() - start) / 1000
  }

  /**
   * Sends files by the page's client library if the node has this origin, otherwise by a fetch of a form.
   *
   * @returns the answer as text
   */
  const handOver = async (base, target, files) => {
    if (base !== '') {
      return await (await post(base, target, form(files))).text()
    }
    const [command, query] = target.split('?')
    return await (await window.benchClient.call(command, {
      query: new URLSearchParams(query),
      files: files.map(([path, content]) => ({ path, content }))
    })).text()
  }

  /** Runs many calls with limited concurrency. */
  const together = async (count, atOnce, work) => {
    let next = 0
    await Promise.all(Array.from({ length: atOnce }, async () => {
      while (next < count) {
        await work(next++)
      }
    }))
  }

  window.bench = { MIB, randomBlob, post, form, lines, drain, seconds, handOver, together }
}

/**
 * The workloads. Each row has a name, a unit, whether more is better, and the measuring function. The entries of
 * `state` that it `needs` are made by an earlier row with the same `makes`. A row with `picksFile` gets a file on disk
 * as `window.diskFile`, with new random bytes, or (`'car'`) a CAR of such a file. Rows with `isLong` run only with
 * `--full`, or if they are asked for by name.
 *
 * @type {Array<{ name: string, unit: string, more: boolean, makes?: string[], needs?: string[], picksFile?: boolean |
 *   'car', isLong?: boolean, run: Function | string }>}
 */
export const workloads = [
  {
    name: 'only-hash 128 MiB of a file on the disk',
    unit: 'MB/s',
    more: true,
    picksFile: true,
    run: async ({ rpc }) => {
      const { post, form, drain, seconds } = window.bench
      const blob = window.diskFile
      return blob.size / 1e6 / await seconds(async () => {
        await drain(await post(rpc, 'add?cid-version=1&only-hash=true', form([['big.bin', blob]])))
      })
    }
  },
  {
    name: 'only-hash 128 MiB of a file on the disk, handed over',
    unit: 'MB/s',
    more: true,
    picksFile: true,
    run: async ({ rpc }) => {
      const { handOver, seconds } = window.bench
      const blob = window.diskFile
      return blob.size / 1e6 / await seconds(async () => {
        await handOver(rpc, 'add?cid-version=1&only-hash=true', [['big.bin', blob]])
      })
    }
  },
  {
    name: 'only-hash 128 MiB of memory',
    unit: 'MB/s',
    more: true,
    run: async ({ rpc }) => {
      const { MIB, randomBlob, post, form, drain, seconds } = window.bench
      const body = form([['big.bin', randomBlob(128 * MIB)]])
      return 128 * MIB / 1e6 / await seconds(async () => {
        await drain(await post(rpc, 'add?cid-version=1&only-hash=true', body))
      })
    }
  },
  {
    name: 'only-hash 128 MiB of memory, handed over',
    unit: 'MB/s',
    more: true,
    run: async ({ rpc }) => {
      const { MIB, randomBlob, handOver, seconds } = window.bench
      const blob = randomBlob(128 * MIB)
      return 128 * MIB / 1e6 / await seconds(async () => {
        await handOver(rpc, 'add?cid-version=1&only-hash=true', [['big.bin', blob]])
      })
    }
  },
  {
    name: 'add 128 MiB of a file on the disk',
    unit: 'MB/s',
    more: true,
    picksFile: true,
    run: async ({ rpc }) => {
      const { post, form, drain, seconds } = window.bench
      const blob = window.diskFile
      return blob.size / 1e6 / await seconds(async () => {
        await drain(await post(rpc, 'add?cid-version=1', form([['big.bin', blob]])))
      })
    }
  },
  {
    name: 'add 128 MiB of a file on the disk, handed over',
    unit: 'MB/s',
    more: true,
    picksFile: true,
    run: async ({ rpc }) => {
      const { handOver, seconds } = window.bench
      const blob = window.diskFile
      return blob.size / 1e6 / await seconds(async () => {
        await handOver(rpc, 'add?cid-version=1', [['big.bin', blob]])
      })
    }
  },
  {
    name: 'add 128 MiB of a file on the disk, leaves of dag-pb',
    unit: 'MB/s',
    more: true,
    picksFile: true,
    run: async ({ rpc }) => {
      const { post, form, drain, seconds } = window.bench
      const blob = window.diskFile
      return blob.size / 1e6 / await seconds(async () => {
        await drain(await post(rpc, 'add?cid-version=0&raw-leaves=false', form([['big.bin', blob]])))
      })
    }
  },
  {
    name: 'add 128 MiB of a file on the disk, leaves of dag-pb, handed over',
    unit: 'MB/s',
    more: true,
    picksFile: true,
    run: async ({ rpc }) => {
      const { handOver, seconds } = window.bench
      const blob = window.diskFile
      return blob.size / 1e6 / await seconds(async () => {
        await handOver(rpc, 'add?cid-version=0&raw-leaves=false', [['big.bin', blob]])
      })
    }
  },
  {
    name: 'add 128 MiB of memory, handed over',
    unit: 'MB/s',
    more: true,
    run: async ({ rpc }) => {
      const { MIB, randomBlob, handOver, seconds } = window.bench
      const blob = randomBlob(128 * MIB)
      return 128 * MIB / 1e6 / await seconds(async () => {
        await handOver(rpc, 'add?cid-version=1', [['big.bin', blob]])
      })
    }
  },
  {
    name: 'add 128 MiB of memory',
    unit: 'MB/s',
    more: true,
    makes: ['big'],
    run: async ({ rpc, state }) => {
      const { MIB, randomBlob, post, form, lines, seconds } = window.bench
      const body = form([['big.bin', randomBlob(128 * MIB)]])
      const took = await seconds(async () => {
        state.big = (await lines(await post(rpc, 'add?cid-version=1', body))).at(-1).Hash
      })
      return 128 * MIB / 1e6 / took
    }
  },
  {
    name: 'add 1000 files of 4 KiB',
    unit: 'files/s',
    more: true,
    makes: ['small'],
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, lines, seconds } = window.bench
      const body = form(Array.from({ length: 1000 }, (_, i) => [`small/${i}`, randomBlob(4096)]))
      const took = await seconds(async () => {
        state.small = (await lines(await post(rpc, 'add?cid-version=1', body))).at(-1).Hash
      })
      return 1000 / took
    }
  },
  {
    name: 'add 1000 files of 4 KiB, handed over',
    unit: 'files/s',
    more: true,
    run: async ({ rpc }) => {
      const { randomBlob, handOver, seconds } = window.bench
      const files = Array.from({ length: 1000 }, (_, i) => [`small/${i}`, randomBlob(4096)])
      return 1000 / await seconds(async () => {
        await handOver(rpc, 'add?cid-version=1', files)
      })
    }
  },
  {
    name: 'ls of 2000 entries',
    unit: 'entries/s',
    more: true,
    run: async ({ rpc, state }) => {
      const { post, form, lines, drain, seconds } = window.bench
      // dag-pb files, whose type is not visible in their CIDs.
      state.listed ??= (await lines(
        await post(
          rpc,
          'add',
          form(
            Array.from({ length: 2000 }, (_, i) => [`many/${i}`, new Blob([`entry ${i} of ${crypto.randomUUID()}`])])
          )
        )
      )).at(-1).Hash
      const times = 5
      return 2000 * times / await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(await post(rpc, `ls?arg=${state.listed}`))
        }
      })
    }
  },
  {
    name: 'cat 128 MiB',
    unit: 'MB/s',
    more: true,
    needs: ['big'],
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      let bytes = 0
      const took = await seconds(async () => {
        bytes = await drain(await post(rpc, `cat?arg=${state.big}`))
      })
      return bytes / 1e6 / took
    }
  },
  {
    name: 'gateway GET 128 MiB',
    unit: 'MB/s',
    more: true,
    needs: ['big'],
    run: async ({ gateway, state }) => {
      const { drain, seconds } = window.bench
      let bytes = 0
      const took = await seconds(async () => {
        bytes = await drain(await fetch(`${gateway}/ipfs/${state.big}`, { cache: 'no-store' }))
      })
      return bytes / 1e6 / took
    }
  },
  {
    name: 'gateway range of 64 KiB',
    unit: 'ms',
    more: false,
    needs: ['big'],
    run: async ({ gateway, state }) => {
      const { MIB, drain, seconds } = window.bench
      const times = 200
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          const start = Math.floor(Math.random() * (128 * MIB - 65536))
          await drain(
            await fetch(`${gateway}/ipfs/${state.big}`, {
              cache: 'no-store',
              headers: { Range: `bytes=${start}-${start + 65535}` }
            })
          )
        }
      })
      return took * 1000 / times
    }
  },
  {
    name: 'gateway small file',
    unit: 'ms',
    more: false,
    needs: ['small'],
    run: async ({ gateway, state }) => {
      const { drain, seconds } = window.bench
      const times = 200
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(await fetch(`${gateway}/ipfs/${state.small}/${i}`, { cache: 'no-store' }))
        }
      })
      return took * 1000 / times
    }
  },
  {
    name: 'gateway small file, 8 at once',
    unit: 'req/s',
    more: true,
    needs: ['small'],
    run: async ({ gateway, state }) => {
      const { drain, seconds, together } = window.bench
      return 400 / await seconds(async () => {
        await together(400, 8, async (i) => {
          await drain(await fetch(`${gateway}/ipfs/${state.small}/${i}`, { cache: 'no-store' }))
        })
      })
    }
  },
  {
    name: 'CAR export 128 MiB',
    unit: 'MB/s',
    more: true,
    makes: ['car'],
    needs: ['big'],
    run: async ({ rpc, state }) => {
      const { post, seconds } = window.bench
      const took = await seconds(async () => {
        state.car = await (await post(rpc, `dag/export?arg=${state.big}&progress=false`)).blob()
      })
      return state.car.size / 1e6 / took
    }
  },
  {
    name: 'CAR import 128 MiB',
    unit: 'MB/s',
    more: true,
    needs: ['big', 'car'],
    run: async ({ rpc, state }) => {
      const { post, form, drain, seconds } = window.bench
      // Imports into a store without any of the blocks.
      await drain(await post(rpc, `pin/rm?arg=${state.big}`))
      await drain(await post(rpc, 'repo/gc?silent=true'))
      const body = form([['big.car', state.car]])
      const took = await seconds(async () => {
        await drain(await post(rpc, 'dag/import', body))
      })
      return state.car.size / 1e6 / took
    }
  },
  {
    name: 'CAR import 128 MiB of a file on the disk',
    unit: 'MB/s',
    more: true,
    picksFile: 'car',
    run: async ({ rpc }) => {
      const { post, form, drain, seconds } = window.bench
      const body = form([['big.car', window.diskFile]])
      return window.diskFile.size / 1e6 / await seconds(async () => {
        await drain(await post(rpc, 'dag/import', body))
      })
    }
  },
  {
    name: 'CAR import 128 MiB of a file on the disk, handed over',
    unit: 'MB/s',
    more: true,
    picksFile: 'car',
    run: async ({ rpc }) => {
      const { handOver, seconds } = window.bench
      return window.diskFile.size / 1e6 / await seconds(async () => {
        await handOver(rpc, 'dag/import', [['big.car', window.diskFile]])
      })
    }
  },
  {
    name: 'CAR import 128 MiB, handed over',
    unit: 'MB/s',
    more: true,
    needs: ['big', 'car'],
    run: async ({ rpc, state }) => {
      const { post, handOver, drain, seconds } = window.bench
      await drain(await post(rpc, `pin/rm?arg=${state.big}`))
      await drain(await post(rpc, 'repo/gc?silent=true'))
      return state.car.size / 1e6 / await seconds(async () => {
        await handOver(rpc, 'dag/import', [['big.car', state.car]])
      })
    }
  },
  {
    name: 'block/put of 4 KiB, 8 at once',
    unit: 'blocks/s',
    more: true,
    run: async ({ rpc }) => {
      const { randomBlob, post, form, drain, seconds, together } = window.bench
      const bodies = Array.from({ length: 400 }, () => form([['block', randomBlob(4096)]]))
      return 400 / await seconds(async () => {
        await together(400, 8, async (i) => {
          await drain(await post(rpc, 'block/put', bodies[i]))
        })
      })
    }
  },
  {
    name: 'block/put of 4 KiB, handed over',
    unit: 'blocks/s',
    more: true,
    run: async ({ rpc }) => {
      const { randomBlob, handOver, seconds } = window.bench
      const blobs = Array.from({ length: 200 }, () => randomBlob(4096))
      return 200 / await seconds(async () => {
        for (const blob of blobs) {
          await handOver(rpc, 'block/put', [['block', blob]])
        }
      })
    }
  },
  {
    name: 'dag/put',
    unit: 'nodes/s',
    more: true,
    makes: ['nodes'],
    run: async ({ rpc, state }) => {
      const { post, form, lines, seconds } = window.bench
      const bodies = Array.from(
        { length: 200 },
        (_, i) => form([['node', new Blob([JSON.stringify({ i, id: crypto.randomUUID() })])]])
      )
      state.nodes = []
      return 200 / await seconds(async () => {
        for (const body of bodies) {
          state.nodes.push((await lines(await post(rpc, 'dag/put', body)))[0].Cid['/'])
        }
      })
    }
  },
  {
    name: 'dag/put, handed over',
    unit: 'nodes/s',
    more: true,
    run: async ({ rpc }) => {
      const { handOver, seconds } = window.bench
      const blobs = Array.from({ length: 200 }, (_, i) => new Blob([JSON.stringify({ i, id: crypto.randomUUID() })]))
      return 200 / await seconds(async () => {
        for (const blob of blobs) {
          await handOver(rpc, 'dag/put', [['node', blob]])
        }
      })
    }
  },
  {
    name: 'dag/get',
    unit: 'nodes/s',
    more: true,
    needs: ['nodes'],
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      return 200 / await seconds(async () => {
        for (const cid of state.nodes) {
          await drain(await post(rpc, `dag/get?arg=${cid}`))
        }
      })
    }
  },
  {
    name: 'block/put of 4 KiB',
    unit: 'blocks/s',
    more: true,
    makes: ['blocks'],
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, lines, seconds } = window.bench
      const times = 200
      const bodies = Array.from({ length: times }, () => form([['block', randomBlob(4096)]]))
      state.blocks = []
      const took = await seconds(async () => {
        for (const body of bodies) {
          state.blocks.push((await lines(await post(rpc, 'block/put', body)))[0].Key)
        }
      })
      return times / took
    }
  },
  {
    name: 'block/get of 4 KiB',
    unit: 'blocks/s',
    more: true,
    needs: ['blocks'],
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const took = await seconds(async () => {
        for (const key of state.blocks) {
          await drain(await post(rpc, `block/get?arg=${key}`))
        }
      })
      return state.blocks.length / took
    }
  },
  {
    name: 'files/write 1000 of 100 B into one directory',
    unit: 'files/s',
    more: true,
    makes: ['mfs'],
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, drain, seconds } = window.bench
      const times = 1000
      state.mfs = `/bench-${crypto.randomUUID()}`
      await drain(await post(rpc, `files/mkdir?arg=${state.mfs}`))
      return times / await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(
            await post(
              rpc,
              `files/write?arg=${state.mfs}/many/file-${i}&create=true&parents=true`,
              form([['data', randomBlob(100)]])
            )
          )
        }
      })
    }
  },
  {
    name: 'files/write 10,000 of 100 B into one directory',
    unit: 'files/s',
    more: true,
    isLong: true,
    makes: ['large-mfs'],
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, drain, seconds } = window.bench
      const times = 10_000
      state.largeMfs = `/bench-${crypto.randomUUID()}`
      await drain(await post(rpc, `files/mkdir?arg=${state.largeMfs}`))
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(
            await post(
              rpc,
              `files/write?arg=${state.largeMfs}/many/file-${i}&create=true&parents=true`,
              form([['data', randomBlob(100)]])
            )
          )
        }
      })
      return times / took
    }
  },
  {
    name: 'the same without flush, flushed every 200',
    unit: 'files/s',
    more: true,
    isLong: true,
    needs: ['large-mfs'],
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, drain, seconds } = window.bench
      const times = 10_000
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(
            await post(
              rpc,
              `files/write?arg=${state.largeMfs}/more/file-${i}&create=true&parents=true&flush=false`,
              form([['data', randomBlob(100)]])
            )
          )
          if (i % 200 === 199) {
            await drain(await post(rpc, 'files/flush'))
          }
        }
      })
      return times / took
    }
  },
  {
    name: 'files/write of 64 KiB into the middle of 128 MiB',
    unit: 'ms',
    more: false,
    needs: ['big', 'mfs'],
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, drain, seconds } = window.bench
      const times = 50
      await drain(await post(rpc, `files/cp?arg=/ipfs/${state.big}&arg=${state.mfs}/big&force=true`))
      const bodies = Array.from({ length: times }, () => form([['data', randomBlob(65536)]]))
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(await post(rpc, `files/write?arg=${state.mfs}/big&offset=${(i + 100) * 500_000}`, bodies[i]))
        }
      })
      return took * 1000 / times
    }
  },
  {
    name: 'files/stat',
    unit: 'ms',
    more: false,
    needs: ['mfs'],
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const times = 200
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(await post(rpc, `files/stat?arg=${state.mfs}/many/file-${i}`))
        }
      })
      return took * 1000 / times
    }
  },
  {
    name: 'files/ls of 10,000',
    unit: 'ms',
    more: false,
    isLong: true,
    needs: ['large-mfs'],
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const times = 10
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(await post(rpc, `files/ls?arg=${state.largeMfs}/many`))
        }
      })
      return took * 1000 / times
    }
  },
  {
    name: 'files/ls of 10,000, long',
    unit: 'ms',
    more: false,
    isLong: true,
    needs: ['large-mfs'],
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const times = 5
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(await post(rpc, `files/ls?arg=${state.largeMfs}/many&long=true`))
        }
      })
      return took * 1000 / times
    }
  },
  {
    name: 'files/ls of 10,000, long, after a change',
    unit: 'ms',
    more: false,
    isLong: true,
    needs: ['large-mfs'],
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, drain, seconds } = window.bench
      const times = 5
      let took = 0
      for (let i = 0; i < times; i++) {
        await drain(
          await post(
            rpc,
            `files/write?arg=${state.largeMfs}/many/file-${i}&truncate=true`,
            form([['data', randomBlob(100)]])
          )
        )
        took += await seconds(async () => {
          await drain(await post(rpc, `files/ls?arg=${state.largeMfs}/many&long=true`))
        })
      }
      return took * 1000 / times
    }
  },
  {
    name: 'files/cp',
    unit: 'ms',
    more: false,
    needs: ['mfs'],
    makes: ['copies'],
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const times = 100
      state.copies = `copy-${crypto.randomUUID()}`
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(await post(rpc, `files/cp?arg=${state.mfs}/many/file-${i}&arg=${state.mfs}/${state.copies}-${i}`))
        }
      })
      return took * 1000 / times
    }
  },
  {
    name: 'files/mv',
    unit: 'ms',
    more: false,
    needs: ['mfs', 'copies'],
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const times = 100
      const [from, to] = [state.copies, `moved-${crypto.randomUUID()}`]
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(await post(rpc, `files/mv?arg=${state.mfs}/${from}-${i}&arg=${state.mfs}/${to}-${i}`))
        }
      })
      state.copies = to
      return took * 1000 / times
    }
  },
  ...[
    ['RPC version', () => 'version'],
    ['RPC id', () => 'id'],
    ['RPC pin/ls', () => 'pin/ls?type=recursive'],
    ['RPC block/stat', ({ blocks }, i) => `block/stat?arg=${blocks[i % blocks.length]}`]
  ].map(([name, target]) => ({
    name,
    unit: 'ms',
    more: false,
    needs: name === 'RPC block/stat' ? ['blocks'] : [],
    run: `async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const target = ${target.toString()}
      const times = 200
      const taken = await seconds(async () => {
        for (let i = 0; i < times; i++) await drain(await post(rpc, target(state, i)))
      })
      return taken * 1000 / times
    }`
  }))
]

/** Returns whether the name of a workload contains one of the comma-separated texts. The empty text matches all. */
export function isAskedFor (name, texts) {
  return texts.split(',').some((text) => name.includes(text))
}

/**
 * Returns the selected workloads, preceded by those that make their data.
 *
 * @param {string} texts comma-separated parts of names; empty for all that are not long
 * @param {boolean} [isFull] whether the long ones belong to all
 */
export function workloadsOf (texts, isFull = false) {
  const wanted = new Set(
    workloads.filter(({ name, isLong }) => isAskedFor(name, texts) && (isFull || texts !== '' || isLong !== true))
  )

  // A workload that makes data may need data itself.
  for (const { needs = [] } of wanted) {
    workloads.filter(({ makes = [] }) => makes.some((made) => needs.includes(made))).forEach((maker) =>
      wanted.add(maker)
    )
  }

  return workloads.filter((workload) => wanted.has(workload))
}
