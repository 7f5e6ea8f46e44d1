import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

export const mount = notImplemented('mount', {
  help: { tagline: 'Show content as files of the system.' },
  status: 'experimental',
  options: {
    ipfs: option.string('ipfs-path,f', 'Where /ipfs goes.'),
    ipns: option.string('ipns-path,n', 'Where /ipns goes.'),
    mfs: option.string('mfs-path,m', 'Where the mutable file system goes.')
  }
})
