// How the rates of the blockstore, of pinning a part and of collecting stay with the number of blocks: `npm run bench -- --grow [--quick]`. `--quick` leaves out the million.
process.argv.push('--only', 'manySmall')
await import('./run.mjs')
