// Measures how the rates of the blockstore, of pinning a part and of GC change with the number of blocks: `npm run
// bench -- --grow [--quick]`. `--quick` skips the million.
process.argv.push('--only', 'manySmall')
await import('./run.mjs')
