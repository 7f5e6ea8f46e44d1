// `KUBO_BIN=… npm run golden -- --record VERSION NAME`: lets a Kubo answer the scenarios of golden-newer/NAME.json. See
// golden-newer/README.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { compareAnswer } from '../replay/golden-compare.ts'
import { goldenUrl } from '../replay/golden-groups.ts'
import { playScenario } from '../replay/golden-run.ts'
import type { GoldenFile } from '../replay/golden-types.ts'
import { goldenJson } from './golden-json.ts'
import { kuboTarget } from './kubo-target.ts'
import { recordedAnswer } from './recorded-answer.ts'

const [version, name, only = ''] = process.argv.slice(2)
const bin = process.env.KUBO_BIN ?? ''
const found = spawnSync(bin, ['version', '-n'], { encoding: 'utf8' }).stdout?.trim()

if (name == null || found !== version) {
  throw new Error(`KUBO_BIN is Kubo ${found ?? '(none)'}; usage: npm run golden -- --record VERSION NAME [SCENARIO]`)
}

const url = goldenUrl(`newer/${name}`)
const file = JSON.parse(readFileSync(url, 'utf8')) as GoldenFile
file.kubo = version

for (const scenario of file.scenarios.filter(({ name }) => name.includes(only))) {
  const target = await kuboTarget(scenario, bin)

  try {
    await playScenario(scenario, target, async (answer, step, variables) => {
      const difference = step.response == null ? 'new' : await compareAnswer(answer, step, variables)

      if (difference != null) {
        process.stdout.write(`${scenario.name}: ${step.request?.target ?? step.collect}: ${difference}\n`)
        step.response = await recordedAnswer(answer, step, variables)
      }
    })
  } finally {
    await target.stop()
    writeFileSync(url, goldenJson(file))
  }
}
