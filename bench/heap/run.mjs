// Measures the heap growth of the worker at the peak of each workload: `npm run bench -- --heap [--only TEXT,TEXT]`.
// The debugger slows the worker down, so this run reports no times. The worker is restarted before each workload.
import { fileURLToPath } from 'node:url'
import { tsImport } from 'tsx/esm/api'
import { build } from '../../scripts/build/build.mjs'
import { isAskedFor, workloadsOf } from '../compare/workloads.mjs'
import { makeDiskFile } from '../tools/disk-file.mjs'
import { openWatchedPage } from './watched-page.mjs'

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : ''

await build({ quiet: true })
const { bundle } = await tsImport('../../e2e/fixtures/build/bundle.ts', import.meta.url)
const { page, folder, restart, heap, close } = await openWatchedPage()

try {
  await page.evaluate(
    await bundle(fileURLToPath(new URL('../../src/client/index.ts', import.meta.url)), 'benchClient') + ';0'
  )
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'bench-file' }))
  })
  await page.evaluate(() => {
    window.state = {}
  })
  console.log(['workload', 'idle MB', 'peak MB', 'above', 'of it objects'].join('\t'))

  for (const { name, picksFile, run } of workloadsOf(only)) {
    await restart()

    if (picksFile != null) {
      await page.setInputFiles('#bench-file', await makeDiskFile(folder, picksFile))
      await page.evaluate(() => {
        window.diskFile = document.querySelector('#bench-file').files[0]
      })
    }

    const { baseMb, peakMb, objectsMb } = await heap(async () => {
      await page.evaluate(`(${run.toString()})({ rpc: '', gateway: '', state: window.state })`)
    })

    if (isAskedFor(name, only)) {
      console.log(
        [name, baseMb.toFixed(0), peakMb.toFixed(0), (peakMb - baseMb).toFixed(0), objectsMb.toFixed(0)].join('\t')
      )
    }
  }
} finally {
  await close()
}
