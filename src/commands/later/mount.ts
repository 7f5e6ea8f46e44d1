import { option } from '../../rpc/option.ts'
import { later } from './later.ts'

export const mount = later('mount', {
  help: { tagline: 'Show content as files of the system.' },
  status: 'experimental',
  options: {
    ipfs: option.string('ipfs-path,f', 'Where /ipfs goes.'),
    ipns: option.string('ipns-path,n', 'Where /ipns goes.'),
    mfs: option.string('mfs-path,m', 'Where the mutable file system goes.')
  }
})
