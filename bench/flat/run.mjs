// Measures the heap growth of the worker for answers over very many rows: `npm run bench -- --flat [TEXT] [--live]`.
// TEXT filters by name; `--live` excludes garbage.
import http from 'node:http'
import { build } from '../../scripts/build/build.mjs'
import { openWatchedPage } from '../heap/watched-page.mjs'
import { repos } from './repos.mjs'

const live = process.argv.includes('--live')
const only = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? ''

await build({ quiet: true })
console.log(
  ['repo', 'question', 'idle MB', 'peak MB', 'above', 'of it objects', 'first byte s', 's', 'answer MB'].join('\t')
)

for (const { name, fill, questions } of repos) {
  const wanted = questions.filter((question) => `${name} ${question.name}`.includes(only))

  if (wanted.length > 0) {
    await withRepo(fill, async (measure) => {
      for (const { name: question, ask } of wanted) {
        const { baseMb, peakMb, objectsMb, firstByte, seconds, bytes } = await measure(ask)
        console.log(
          [
            name,
            question,
            baseMb.toFixed(0),
            peakMb.toFixed(0),
            (peakMb - baseMb).toFixed(0),
            objectsMb.toFixed(0),
            firstByte.toFixed(2),
            seconds.toFixed(2),
            (bytes / 1e6).toFixed(1)
          ].join('\t')
        )
      }
    })
  }
}

async function withRepo (fill, work) {
  const data = await startServer(fill.data)
  const watched = await openWatchedPage()

  try {
    await watched.page.evaluate(fill.inPage, `http://127.0.0.1:${data.address().port}`)

    if (fill.afterRestart != null) {
      await watched.restart()
      await watched.page.evaluate(fill.afterRestart)
    }

    await work(async (ask) => await measureAfterRestart(watched, ask))
  } finally {
    await watched.close()
    data.close()
  }
}

async function startServer (make) {
  const server = http.createServer(async (req, res) => {
    res.setHeader('Access-Control-Allow-Origin', '*').end(await make(req.url.slice(1)))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Restarts the worker before each request. */
async function measureAfterRestart ({ page, restart, heap }, ask) {
  await restart()
  let answer
  const figures = await heap(async () => {
    answer = await page.evaluate(async ({ method, target }) => {
      const start = performance.now()
      const response = await fetch(
        target.replaceAll('$CID', window.state?.cid).replaceAll('$FILE', window.state?.file),
        { method, cache: 'no-store' }
      )
      if (!response.ok) {
        throw new Error(`${target}: ${response.status} ${await response.text()}`)
      }
      let bytes = 0
      let firstByte

      for (const reader = response.body.getReader();;) {
        const { done, value } = await reader.read()
        if (done) {
          return { firstByte: firstByte ?? 0, bytes, seconds: (performance.now() - start) / 1000 }
        }
        firstByte ??= (performance.now() - start) / 1000
        bytes += value.byteLength
      }
    }, ask)
  }, { live })

  return { ...figures, ...answer }
}
