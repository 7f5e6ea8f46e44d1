// Measures the page in a browser without a debugger: `npx tsx bench/single/unwatched.ts [PART …]` (starts, folder,
// listing, first byte, long tasks), also part of `npm run bench`. Playwright attaches to every tab and worker from
// their start, which distorts its figures. Here a tab is inspected only at the end.
//
// Prints rows as JSON: name, unit, figure.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../e2e/fixtures/build/bundle.ts'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { build } from '../../scripts/build/build.mjs'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { directoryCar } from '../tools/directory-car.mjs'
import { medianOf } from '../tools/median-of.mjs'
import { Tab } from '../tools/tab.ts'

const ENTRIES = 100_000
const TIMES = 7
/** Delay before a tab is inspected, which would slow down the measured work. */
const LEFT_ALONE_MS = 4000

const parts = process.argv.slice(2)
const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part)
const rows: Array<readonly [name: string, unit: string, figure: string]> = []

await build({ quiet: true })
const site = await startStaticServer({
  root: fileURLToPath(new URL('../../dist', import.meta.url)),
  port: 0,
  instead: NO_PEERS
})
const origin = `http://node.localhost:${site.port}`
const profile = await mkdtemp(path.join(os.tmpdir(), 'swipfs-unwatched-'))
let browser = await ChromiumOverPipe.start(profile)

try {
  if (isWanted('starts')) {
    await firstVisit()
    await coldStart()
  }

  if (isWanted('folder')) {
    await folder()
  }

  if (isWanted('listing')) {
    await listing()
  }

  if (isWanted('first byte')) {
    await firstByte()
  }

  if (isWanted('long tasks')) {
    await longTasks()
  }

  console.log(JSON.stringify(rows))
} finally {
  await browser.close()
  await site.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}

/**
 * Measures the time until the page reports a ready node, by the page's own clock, each time in a browser without data
 * of the site.
 */
async function firstVisit (): Promise<void> {
  const times: number[] = []

  for (let i = 0; i < TIMES; i++) {
    const { browserContextId } = await browser.send<{ browserContextId: string }>('Target.createBrowserContext')
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId
    })
    const tab = await Tab.attach(browser, targetId)
    await tab.beforeScripts(`new MutationObserver((_, observer) => {
      if (document.querySelector('header .pill')?.dataset.state === 'ready') {
        performance.mark('ready')
        observer.disconnect()
      }
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })`)
    await tab.go(`${origin}/`)
    times.push(
      await tab.evaluate<number>(`(async () => {
      for (;;) {
        const [ready] = performance.getEntriesByName('ready')
        if (ready != null) return ready.startTime
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })()`)
    )
    await browser.send('Target.disposeBrowserContext', { browserContextId })
  }

  rows.push(['first visit, until the node is ready', 'ms', medianOf(times).toFixed(0)])
}

/** Measures the time from a stopped worker to the first byte of a pinned file. */
async function coldStart (): Promise<void> {
  const tab = await Tab.open(browser, `${origin}/`)
  const cid = await tab.evaluate<string>(`(async () => {
    const body = new FormData()
    body.append('file', new Blob(['a small file']), 'small.txt')
    return JSON.parse(await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()).Hash
  })()`)
  const times: number[] = []

  for (let i = 0; i < TIMES; i++) {
    await tab.stopWorkers()
    times.push(
      await tab.evaluate<number>(`(async () => {
      const start = performance.now()
      await (await fetch('/ipfs/${cid}', { cache: 'no-store' })).body.getReader().read()
      return performance.now() - start
    })()`)
    )
  }

  await tab.close()
  rows.push(['stopped worker, until the first byte', 'ms', medianOf(times).toFixed(1)])
}

/** Adds a folder of 5000 files through the page. Measures the total time, and how long the page is unresponsive. */
async function folder (): Promise<void> {
  const tab = await Tab.open(browser, `${origin}/`)
  await tab.evaluate(
    await bundle(fileURLToPath(new URL('../../src/client/index.ts', import.meta.url)), 'benchClient') + ';0'
  )
  const [seconds, longest] = await tab.evaluate<[number, number]>(`(async () => {
    const entries = Array.from({ length: 5000 }, (_, i) => ({
      path: 'folder/' + (i % 50) + '/' + i,
      content: new File([i + crypto.randomUUID()], i + '.txt')
    }))
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    observer.observe({ type: 'longtask' })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    longest = 0
    const start = performance.now()
    await window.benchClient.add(entries)
    const took = performance.now() - start
    await new Promise((resolve) => setTimeout(resolve, 500))
    return [took / 1000, longest]
  })()`)
  await tab.close()
  rows.push(['add 5000 files by the client library', 's', seconds.toFixed(1)], [
    'longest task of the page meanwhile (0: none of 50 ms)',
    'ms',
    longest.toFixed(0)
  ])
}

/**
 * Measures the longest task of the page during its most expensive interactions. The browser reports tasks of 50 ms and
 * more.
 */
async function longTasks (): Promise<void> {
  const { root, car } = await directoryCar(ENTRIES)
  const folder = path.join(profile, 'dropped')

  for (let i = 0; i < 50; i++) {
    await mkdir(path.join(folder, String(i)), { recursive: true })
    for (let j = 0; j < 100; j++) {
      await writeFile(path.join(folder, String(i), `${j}.txt`), `${i} ${j} ${Math.random()}`)
    }
  }

  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const tab = await Tab.attach(browser, targetId)
  await tab.beforeScripts(`{
    let longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    }).observe({ type: 'longtask', buffered: true })
    window.until = async (isDone) => {
      while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 100))
      await new Promise((resolve) => setTimeout(resolve, 2000))
      const was = longest
      longest = 0
      return was
    }
  }`)
  await tab.go(`${origin}/`)

  const measure = async (name: string, does: string, isDone: string): Promise<void> => {
    const ms = await tab.evaluate<number>(`(async () => { ${does}; return await window.until(() => ${isDone}) })()`)
    rows.push([`longest task: ${name} (0: none of 50 ms)`, 'ms', ms.toFixed(0)])
  }

  const text = (selector: string): string => `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '')`
  await measure('start of the page', '', "document.querySelector('header .pill')?.dataset.state === 'ready'")
  await tab.drop(folder)
  await measure(
    'a dropped folder of 5000 files',
    '',
    `${text('main')}.includes('dropped') && ${
      text('.item-list')
    }.includes('dropped') && document.querySelector('progress') == null`
  )

  await tab.evaluate(`(async () => {
    const body = new FormData()
    body.append('file', new Blob([Uint8Array.from(atob('${
    car.toString('base64')
  }'), (char) => char.charCodeAt(0))]), 'directory.car')
    await (await fetch('/api/v0/dag/import', { method: 'POST', body })).text()
    await (await fetch('/api/v0/files/cp?arg=/ipfs/${root}&arg=/many', { method: 'POST' })).text()
    const values = Array.from({ length: 20_000 }, (_, i) => ({ i, name: 'entry ' + i, deep: { values: [i] } }))
    const json = JSON.stringify(values)
    const file = new FormData()
    file.append('file', new Blob([json]))
    await (await fetch('/api/v0/files/write?arg=/large.json&create=true', { method: 'POST', body: file })).text()
    window.json = JSON.parse(await (await fetch('/api/v0/files/stat?arg=/large.json', { method: 'POST' })).text()).Hash
    await window.until(() => true)
  })()`)
  await measure('files with 100,000 entries', 'location.hash = "#/files/many"', `${text('main')}.includes('100,000')`)
  await measure(
    'exploring 100,000 links',
    `location.hash = "#/explore/ipfs/${root}"`,
    `${text('#tree-title')}.includes('100,000') && ${text('.explore-facts')}.includes('offline')`
  )
  await measure(
    'a JSON file of 1 MB as a tree',
    'location.hash = "#/explore/ipfs/" + window.json',
    'document.querySelector(".json details") != null'
  )
  const answered = `${text('.answer')}.includes('done')`

  for (
    const [name, line] of [['one value of 15 MB in the console', `ipfs ls ${root}`], [
      '100,000 values of 20 MB in the console',
      `ipfs ls --stream ${root}`
    ]]
  ) {
    await tab.evaluate(
      `location.hash = '#/console/' + encodeURIComponent('${line}'); window.until(() => ` +
        `document.querySelector('#command-input')?.value === '${line}')`
    )
    await measure(
      name,
      'document.querySelector(".command-line").requestSubmit(); ' +
        'await new Promise((resolve) => setTimeout(resolve, 500))',
      answered
    )
  }

  await tab.close()
}

/** Measures the time from the start of the navigation to the first paint, by the browser's own clock. */
async function listing (): Promise<void> {
  const { root, car } = await directoryCar(ENTRIES)
  const tab = await Tab.open(browser, `${origin}/`)
  await tab.evaluate(`(async () => {
    const body = new FormData()
    body.append('file', new Blob([Uint8Array.from(atob('${
    car.toString('base64')
  }'), (char) => char.charCodeAt(0))]), 'directory.car')
    await (await fetch('/api/v0/dag/import', { method: 'POST', body })).text()
  })()`)
  await tab.close()

  await largeLs(root)

  // Uses a browser that was never debugged.
  await browser.close()
  browser = await ChromiumOverPipe.start(profile)

  for (
    const [name, query] of [['first paint of 100,000 entries', ''], ['the same, sorted by size', '?sort=-size'], [
      'the same, with "9999" in their names',
      '?name=9999'
    ]]
  ) {
    const times: number[] = []

    for (let i = 0; i < TIMES; i++) {
      const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
        url: `${origin}/ipfs/${root}/${query}`
      })
      await new Promise((resolve) => setTimeout(resolve, LEFT_ALONE_MS))
      const tab = await Tab.attach(browser, targetId)
      times.push(
        await tab.evaluate<number>(`(async () => {
        for (;;) {
          const [seen] = performance.getEntriesByName('first-contentful-paint')
          if (seen != null) return seen.startTime
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      })()`)
      )
      await tab.close()
    }

    // The first request starts the worker.
    rows.push(
      ...query === '' ? [[`${name}, browser and worker just started`, 'ms', times.shift()!.toFixed(0)] as const] : [],
      [name, 'ms', medianOf(times).toFixed(0)]
    )
  }
}

async function largeLs (root: string): Promise<void> {
  const tab = await Tab.open(browser, `${origin}/`)

  for (
    const [name, target] of [['ls of 100,000 entries', `/api/v0/ls?arg=${root}`], [
      'one file of 100,000',
      `/ipfs/${root}/file-77777.txt`
    ]]
  ) {
    const times: number[] = []

    for (let i = 0; i < TIMES; i++) {
      times.push(
        await tab.evaluate<number>(`(async () => {
        const start = performance.now()
        await (await fetch('${target}', { method: '${
          target.startsWith('/api') ? 'POST' : 'GET'
        }', cache: 'no-store' })).arrayBuffer()
        return performance.now() - start
      })()`)
      )
    }

    rows.push([name, 'ms', medianOf(times).toFixed(1)])
  }

  await tab.close()
}

/**
 * Measures the first byte of a 1 GiB file, whole and in ranges like a media player, and of a single-block file, which
 * shows the overhead alone.
 */
async function firstByte (): Promise<void> {
  const tab = await Tab.open(browser, `${origin}/`)
  const [big, small] = await tab.evaluate<[string, string]>(`(async () => {
    const piece = new Blob(Array.from({ length: 512 }, () => crypto.getRandomValues(new Uint8Array(65536))))
    const body = new FormData()
    const film = Array.from({ length: 32 }, (_, i) => new Blob([Uint8Array.of(i, 1, 2, 3, 5, 7, 11), piece]))
    body.append('file', new Blob(film), 'film.bin')
    const add = async (body) => {
      const response = await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })
      return JSON.parse((await response.text()).trim().split('\\n').at(-1)).Hash
    }
    const small = new FormData()
    small.append('file', new Blob(['of one block']), 'small.bin')
    return [await add(body), await add(small)]
  })()`)

  for (
    const [name, cid, range] of [
      ['1 GiB, of the whole', big, ''],
      ['1 GiB, from its middle', big, 'bytes=536870912-'],
      ['1 GiB, near its end', big, 'bytes=-1000000'],
      ['12 bytes', small, '']
    ]
  ) {
    const times: number[] = []

    for (let i = 0; i < TIMES; i++) {
      times.push(
        await tab.evaluate<number>(`(async () => {
        const start = performance.now()
        const reader = (await fetch('/ipfs/${cid}', { cache: 'no-store', headers: ${
          range === '' ? '{}' : `{ Range: '${range}' }`
        } })).body.getReader()
        await reader.read()
        const took = performance.now() - start
        await reader.cancel()
        return took
      })()`)
      )
    }

    if (process.env.ALL != null) {
      console.error(name, times.map(Math.round).join(' '))
    }
    rows.push([`first byte of ${name}`, 'ms', medianOf(times).toFixed(1)])
  }

  await tab.close()
}
