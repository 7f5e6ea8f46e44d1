import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

export const log = group('Choose and read what the node tells of its work.', {
  level: notImplemented('log/level', {
    help: { tagline: 'Show or set how much is told.' },
    args: {
      subsystem: argument.string('subsystem', 'Part of the node; all or * for every one.', { required: false }),
      level: argument.string('level', 'debug, info, warn, error, dpanic, panic, fatal or default.', { required: false })
    }
  }),
  ls: notImplemented('log/ls', { help: { tagline: 'List the parts of the node that tell of their work.' } }),
  tail: notImplemented('log/tail', {
    help: { tagline: 'Read along what is told.' },
    status: 'experimental',
    options: { level: option.string('log-level', 'How much.', { default: '' }) }
  })
})
