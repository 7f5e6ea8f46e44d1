import { later } from './later.ts'

export const shutdown = later('shutdown', { help: { tagline: 'Stop the node.' } })
