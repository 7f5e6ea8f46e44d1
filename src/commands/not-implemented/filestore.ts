import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

const cids = argument.string('obj', 'CIDs to look at; all when left out.', { required: false, variadic: true })
const fileOrder = option.bool('file-order', 'In the order of the files.')

export const filestore = group('Look at blocks that are kept as references to files.', {
  dups: notImplemented('filestore/dups', { help: { tagline: 'List references whose blocks are stored as well.' } }),
  ls: notImplemented('filestore/ls', { help: { tagline: 'List the references.' }, args: { cids }, options: { fileOrder } }),
  verify: notImplemented('filestore/verify', {
    help: { tagline: 'Check that the files still hold what the references say.' },
    args: { cids },
    options: { fileOrder, removeBad: option.bool('remove-bad-blocks', 'Drop references that do not hold, pinned or not.') }
  })
})
