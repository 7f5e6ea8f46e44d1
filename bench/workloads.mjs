/**
 * The workloads, run in the page: the same fetch() calls against any node. Each takes `{ rpc, gateway }` (base URLs, empty for
 * the page's own origin) and gives one figure. Playwright hands each function over as text, so they share nothing but `bench`,
 * which `installHelpers` puts on the window.
 */

/** Puts the helpers of the workloads on the window of the page. */
export function installHelpers () {
  const MIB = 1024 * 1024

  /** Bytes that no store has seen: every call another blob. */
  const randomBlob = (bytes) => {
    const parts = []
    for (let left = bytes; left > 0; left -= 65536) {
      parts.push(crypto.getRandomValues(new Uint8Array(Math.min(left, 65536))))
    }
    return new Blob(parts)
  }

  const post = async (base, target, body) => {
    const response = await fetch(`${base}/api/v0/${target}`, { method: 'POST', body })
    if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`)
    return response
  }

  const form = (files) => {
    const body = new FormData()
    for (const [name, blob] of files) body.append('file', blob, name)
    return body
  }

  const lines = async (response) => (await response.text()).trim().split('\n').map((line) => JSON.parse(line))

  const drain = async (response) => {
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
    let bytes = 0
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) return bytes
      bytes += value.byteLength
    }
  }

  const seconds = async (work) => {
    const start = performance.now()
    await work()
    return (performance.now() - start) / 1000
  }

  window.bench = { MIB, randomBlob, post, form, lines, drain, seconds }
}

/** Each row: what it is, its unit, whether more is better, and the function that measures it. Later ones use what earlier ones left in `state`. */
export const workloads = [
  {
    name: 'add 128 MiB', unit: 'MB/s', more: true, makesData: true,
    run: async ({ rpc, state }) => {
      const { MIB, randomBlob, post, form, lines, seconds } = window.bench
      const body = form([['big.bin', randomBlob(128 * MIB)]])
      const took = await seconds(async () => { state.big = (await lines(await post(rpc, 'add?cid-version=1', body))).at(-1).Hash })
      return 128 * MIB / 1e6 / took
    }
  },
  {
    name: 'add 1000 files of 4 KiB', unit: 'files/s', more: true, makesData: true,
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, lines, seconds } = window.bench
      const body = form(Array.from({ length: 1000 }, (_, i) => [`small/${i}`, randomBlob(4096)]))
      const took = await seconds(async () => { state.small = (await lines(await post(rpc, 'add?cid-version=1', body))).at(-1).Hash })
      return 1000 / took
    }
  },
  {
    name: 'cat 128 MiB', unit: 'MB/s', more: true,
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      let bytes = 0
      const took = await seconds(async () => { bytes = await drain(await post(rpc, `cat?arg=${state.big}`)) })
      return bytes / 1e6 / took
    }
  },
  {
    name: 'gateway GET 128 MiB', unit: 'MB/s', more: true,
    run: async ({ gateway, state }) => {
      const { drain, seconds } = window.bench
      let bytes = 0
      const took = await seconds(async () => { bytes = await drain(await fetch(`${gateway}/ipfs/${state.big}`, { cache: 'no-store' })) })
      return bytes / 1e6 / took
    }
  },
  {
    name: 'gateway range of 64 KiB', unit: 'ms', more: false,
    run: async ({ gateway, state }) => {
      const { MIB, drain, seconds } = window.bench
      const times = 200
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          const start = Math.floor(Math.random() * (128 * MIB - 65536))
          await drain(await fetch(`${gateway}/ipfs/${state.big}`, { cache: 'no-store', headers: { Range: `bytes=${start}-${start + 65535}` } }))
        }
      })
      return took * 1000 / times
    }
  },
  {
    name: 'gateway small file', unit: 'ms', more: false,
    run: async ({ gateway, state }) => {
      const { drain, seconds } = window.bench
      const times = 200
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) await drain(await fetch(`${gateway}/ipfs/${state.small}/${i}`, { cache: 'no-store' }))
      })
      return took * 1000 / times
    }
  },
  {
    name: 'CAR export 128 MiB', unit: 'MB/s', more: true,
    run: async ({ rpc, state }) => {
      const { post, seconds } = window.bench
      const took = await seconds(async () => { state.car = await (await post(rpc, `dag/export?arg=${state.big}&progress=false`)).blob() })
      return state.car.size / 1e6 / took
    }
  },
  {
    name: 'CAR import 128 MiB', unit: 'MB/s', more: true,
    run: async ({ rpc, state }) => {
      const { post, form, drain, seconds } = window.bench
      // import into a store that has none of the blocks
      await drain(await post(rpc, `pin/rm?arg=${state.big}`))
      await drain(await post(rpc, 'repo/gc?silent=true'))
      const body = form([['big.car', state.car]])
      const took = await seconds(async () => { await drain(await post(rpc, 'dag/import', body)) })
      return state.car.size / 1e6 / took
    }
  },
  {
    name: 'block/put of 4 KiB', unit: 'blocks/s', more: true, makesData: true,
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, lines, seconds } = window.bench
      const times = 200
      const bodies = Array.from({ length: times }, () => form([['block', randomBlob(4096)]]))
      state.blocks = []
      const took = await seconds(async () => {
        for (const body of bodies) state.blocks.push((await lines(await post(rpc, 'block/put', body)))[0].Key)
      })
      return times / took
    }
  },
  {
    name: 'block/get of 4 KiB', unit: 'blocks/s', more: true,
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const took = await seconds(async () => {
        for (const key of state.blocks) await drain(await post(rpc, `block/get?arg=${key}`))
      })
      return state.blocks.length / took
    }
  },
  {
    name: 'files/write 10,000 of 100 B into one directory', unit: 'files/s', more: true, makesData: true,
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, drain, seconds } = window.bench
      const times = 10_000
      state.mfs = `/bench-${crypto.randomUUID()}`
      await drain(await post(rpc, `files/mkdir?arg=${state.mfs}`))
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) await drain(await post(rpc, `files/write?arg=${state.mfs}/many/file-${i}&create=true&parents=true`, form([['data', randomBlob(100)]])))
      })
      return times / took
    }
  },
  {
    name: 'the same without flush, flushed every 200', unit: 'files/s', more: true,
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, drain, seconds } = window.bench
      const times = 10_000
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) {
          await drain(await post(rpc, `files/write?arg=${state.mfs}/more/file-${i}&create=true&parents=true&flush=false`, form([['data', randomBlob(100)]])))
          if (i % 200 === 199) await drain(await post(rpc, 'files/flush'))
        }
      })
      return times / took
    }
  },
  {
    name: 'files/write of 64 KiB into the middle of 128 MiB', unit: 'ms', more: false,
    run: async ({ rpc, state }) => {
      const { randomBlob, post, form, drain, seconds } = window.bench
      const times = 50
      await drain(await post(rpc, `files/cp?arg=/ipfs/${state.big}&arg=${state.mfs}/big`))
      const bodies = Array.from({ length: times }, () => form([['data', randomBlob(65536)]]))
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) await drain(await post(rpc, `files/write?arg=${state.mfs}/big&offset=${(i + 100) * 500_000}`, bodies[i]))
      })
      return took * 1000 / times
    }
  },
  {
    name: 'files/stat', unit: 'ms', more: false,
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const times = 200
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) await drain(await post(rpc, `files/stat?arg=${state.mfs}/many/file-${i}`))
      })
      return took * 1000 / times
    }
  },
  {
    name: 'files/ls of 10,000', unit: 'ms', more: false,
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const times = 10
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) await drain(await post(rpc, `files/ls?arg=${state.mfs}/many`))
      })
      return took * 1000 / times
    }
  },
  {
    name: 'files/cp', unit: 'ms', more: false,
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const times = 100
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) await drain(await post(rpc, `files/cp?arg=${state.mfs}/many/file-${i}&arg=${state.mfs}/copy-${i}`))
      })
      return took * 1000 / times
    }
  },
  {
    name: 'files/mv', unit: 'ms', more: false,
    run: async ({ rpc, state }) => {
      const { post, drain, seconds } = window.bench
      const times = 100
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) await drain(await post(rpc, `files/mv?arg=${state.mfs}/copy-${i}&arg=${state.mfs}/moved-${i}`))
      })
      return took * 1000 / times
    }
  },
  {
    name: 'RPC round trip', unit: 'ms', more: false,
    run: async ({ rpc }) => {
      const { post, drain, seconds } = window.bench
      const times = 300
      const took = await seconds(async () => {
        for (let i = 0; i < times; i++) await drain(await post(rpc, 'version'))
      })
      return took * 1000 / times
    }
  }
]
