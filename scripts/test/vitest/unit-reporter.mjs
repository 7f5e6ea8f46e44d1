import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { errorLines } from '../summary/error-lines.mjs'

/** A vitest reporter that writes every test as a row (see sum-up.mjs) to the file in `UNIT_REPORT`. */
export default class UnitReporter {
  onTestRunEnd (modules, unhandled) {
    const rows = []

    for (const module of modules) {
      const file = path.relative(process.cwd(), module.moduleId)

      for (const test of module.children.allTests()) {
        const { state, note, errors = [] } = test.result()
        const { duration: ms = 0, retryCount = 0 } = test.diagnostic() ?? {}
        rows.push({
          name: `${file}: ${test.fullName}`,
          state: state === 'pending' ? 'failed' : state,
          ms,
          ...(state === 'failed' ? { error: errorLines(errors) } : {}),
          ...(note == null ? {} : { why: note }),
          ...(retryCount > 0 && state === 'passed' ? { again: true } : {})
        })
      }

      // A file that fails to load has no tests of its own.
      if (module.errors().length > 0) {
        rows.push({ name: file, state: 'failed', ms: 0, error: errorLines(module.errors()) })
      }
    }

    if (unhandled.length > 0) {
      rows.push({
        name: `${unhandled.length} errors that no test caught`,
        state: 'failed',
        ms: 0,
        error: errorLines(unhandled)
      })
    }
    writeFileSync(process.env.UNIT_REPORT, JSON.stringify(rows))
  }
}
