// `npm run docs`: generates docs/reference/rpc.md and public/reference/ from the command declarations and the table of
// settings, and lists the help texts that a language lacks (public/reference/help-*.json).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { root } from '../../src/commands/root.ts'
import defaults from '../../src/config/default-config.json' with { type: 'json' }
import { apiPage } from './api.ts'
import { benchmarksPage } from './benchmarks.ts'
import { clientHas } from './client-has.ts'
import { clientWays } from './client-ways.ts'
import { commandsJson } from './commands-json.ts'
import { writeHelp } from './help/help-catalogue.ts'
import { pageTokens } from './page-tokens.mjs'
import { reference } from './reference.ts'
import { settingsJson } from './settings-json.ts'

const place = (name: string): URL => new URL(`../../${name}`, import.meta.url)
const ways = await clientWays(root)

writeFileSync(place('docs/reference/rpc.md'), reference(root, clientHas))
writeFileSync(place('docs/reference/api.md'), apiPage())
writeFileSync(
  place('docs/benchmarks.md'),
  benchmarksPage(readFileSync(place('docs/benchmarks.md'), 'utf8'), (name) => {
    const file = place(`bench/results/${name}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  })
)
writeFileSync(
  place('src/gateway/html/page/page-tokens.ts'),
  pageTokens(readFileSync(place('src/ui/styles/tokens.css'), 'utf8'))
)
writeFileSync(place('public/reference/commands.json'), commandsJson(root, (path) => ways.get(path.join('/'))))
writeFileSync(
  place('public/reference/settings.json'),
  settingsJson(readFileSync(place('docs/reference/config.md'), 'utf8'), defaults)
)

for (const line of writeHelp()) {
  console.log(line)
}
