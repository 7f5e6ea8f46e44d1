// Counts what reads and page loads cost in the workers: `npm run bench -- --trace [--only reads|site] [--rounds N]
// [--dist DIR,DIR] [--plain]`. See `trace.ts`.
import { tsImport } from 'tsx/esm/api'

process.argv = process.argv.filter((option) => option !== '--trace')
await tsImport('./trace.ts', import.meta.url)
