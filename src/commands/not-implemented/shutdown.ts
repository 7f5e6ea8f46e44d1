import { notImplemented } from './not-implemented.ts'

export const shutdown = notImplemented('shutdown', { help: { tagline: 'Stop the node.' } })
