import { group } from '../../../rpc/command/command.ts'
import { findContentCommand } from './find.ts'
import { listLookups } from './ls.ts'

export const swipfsRetrieval = group('Watch lookups of missing content, and start them.', {
  find: findContentCommand,
  ls: listLookups
})
