import { fileURLToPath } from 'node:url'
import { serveWorker } from './serve-worker.mjs'
import { watchHeap } from './watch-heap.mjs'

const MIB = 1024 * 1024

/**
 * Compares the blockstore with blockstore-idb and plain IndexedDB, in a worker of a page.
 *
 * @param {import('playwright').BrowserContext} context with a profile on disk
 * @param {{ quick?: boolean, only?: 'comparison' | 'manySmall' }} [options] `quick` uses a quarter of the bytes and
 *   skips the million blocks; `only` runs one of the two parts
 * @returns {Promise<Array<{ size: string, what: string, unit: string, figures: Record<string, number> }>>} figures by
 *   store
 */
export async function storeBench (context, { quick = false, only } = {}) {
  const site = await serveWorker(fileURLToPath(new URL('./worker.ts', import.meta.url)))

  try {
    const rows = only === 'manySmall'
      ? []
      : (await runPart(context, site.url, 'comparison', (quick ? 16 : 64) * MIB)).rows

    if (only !== 'comparison') {
      const stages = [10_000, 100_000, ...(quick ? [] : [1_000_000])]
      const { rows: many, peakBytes } = await runPart(context, site.url, 'manySmall', stages)
      rows.push(...many, {
        size: `200 B × ${stages.at(-1)}`,
        what: 'heap of the worker, highest',
        unit: 'MiB',
        figures: { packed: peakBytes / MIB }
      })
    }

    return rows
  } finally {
    await site.close()
  }
}

async function runPart (context, url, part, arg) {
  const page = await context.newPage()
  await page.goto(url)
  const heap = await watchHeap(page)
  await page.evaluate(() => {
    window.worker = new Worker('/worker.js')
  })

  const { rows, error } = await page.evaluate(({ part, arg }) =>
    new Promise((resolve) => {
      window.worker.onmessage = ({ data }) => {
        resolve(data)
      }
      window.worker.onerror = ({ message }) => {
        resolve({ error: message })
      }
      window.worker.postMessage({ part, args: [arg] })
    }), { part, arg })
  const peakBytes = await heap.stop()
  await page.close()

  if (error != null) {
    throw new Error(error)
  }

  return { rows, peakBytes }
}
