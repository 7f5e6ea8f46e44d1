import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { tsImport } from 'tsx/esm/api'
import { build } from 'vite'
import { launchOptions } from '../../scripts/browser/launch-options.mjs'
import { medianOf } from '../tools/median-of.mjs'

const MIB = 1024 * 1024
const BYTES = 64 * MIB
const ROUNDS = 5
const STREAMS = 50

const SUBJECTS = ['inPage', 'inWorker']

/**
 * Compares WebRTC between two browsers: page to page, each with a libp2p peer that owns its connection, and worker to
 * worker, whose connections those pages hold. They take turns, so that changes of the machine's speed affect both.
 *
 * @returns {Promise<Array<Record<'what' | 'unit' | 'inPage' | 'inWorker' | 'ratio', string>>>} medians; a ratio of 1 is
 *   equal, more is better
 */
export async function webRtcBench () {
  const { startRelay } = await tsImport('../../src/testing/peers/relay.ts', import.meta.url)
  const [relay, site] = await Promise.all([startRelay(), startSite()])
  const browser = await chromium.launch(launchOptions())

  try {
    const figures = { connect: {}, send: {}, latency: {} }
    const note = (what, subject, figure) => {
      ;(figures[what][subject] ??= []).push(figure)
    }

    for (const subject of SUBJECTS) {
      const [near, far] = await Promise.all(
        ['near', 'far'].map(async (name) => await openPeer(browser, site.origin, subject, relay.address, name))
      )
      note('connect', subject, await near.call('connect', await far.address()))
      figures[subject] = near
    }

    for (let round = 0; round < ROUNDS; round++) {
      for (const subject of round % 2 === 0 ? SUBJECTS : [...SUBJECTS].reverse()) {
        note('send', subject, await figures[subject].call('send', BYTES))
        note('latency', subject, await figures[subject].call('latency', STREAMS))
      }
    }

    return [
      comparisonRow('connect', 'ms', figures.connect, false),
      comparisonRow(`${BYTES / MIB} MiB in one stream`, 'MB/s', figures.send, true),
      comparisonRow('a stream with one byte, and its answer', 'ms', figures.latency, false)
    ]
  } finally {
    await browser.close()
    await Promise.all([relay.stop(), site.close()])
  }
}

function comparisonRow (what, unit, { inPage, inWorker }, more) {
  const [page, worker] = [medianOf(inPage), medianOf(inWorker)]
  return {
    what,
    unit,
    inPage: page.toFixed(1),
    inWorker: worker.toFixed(1),
    ratio: (more ? worker / page : page / worker).toFixed(2)
  }
}

/** Opens a separate browser with a peer in its page or in its worker. */
async function openPeer (browser, origin, subject, relay) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(origin)
  const call = async (method, input) =>
    await page.evaluate(async ([subject, method, input]) => await window[subject][method](input), [
      subject,
      method,
      input
    ])
  await call('start', relay)

  return {
    call,
    async address () {
      for (;;) {
        const address = await call('address')
        if (address !== '') {
          return address
        }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
}

async function startSite () {
  const [page, worker] = await Promise.all(['page', 'worker'].map(async (name) => {
    const result = await build({
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        lib: { entry: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), formats: ['iife'], name: 'bench' }
      }
    })
    return result[0].output[0].code
  }))

  const server = http.createServer((req, res) => {
    const script = { '/page.js': page, '/worker.js': worker }[req.url]
    res.setHeader('Content-Type', script == null ? 'text/html' : 'text/javascript')
    res.end(script ?? '<!doctype html><title>WebRTC</title><script src="/page.js"></script>')
  })

  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://bench.localhost:${server.address().port}`,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
      })
    }
  }
}
