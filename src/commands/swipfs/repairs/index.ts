import { group } from '../../../rpc/command/command.ts'
import { forgetRepairs } from './forget.ts'
import { listRepairs } from './ls.ts'

export const repairs = group('Show data that the browser lost, and the pins that are incomplete since then.', {
  forget: forgetRepairs,
  ls: listRepairs
})
