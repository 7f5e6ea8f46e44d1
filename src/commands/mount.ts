import { command } from '../rpc/command.ts'
import { CommandError, ERROR_CODES } from '../rpc/errors.ts'
import { option } from '../rpc/option.ts'
import { MUST_BE_ONLINE } from './shared/online-errors.ts'

/** There are no file systems to mount on in a browser, nor is there FUSE in Node. */
const NO_FILE_SYSTEM = 'mounting needs a file system of the operating system, and this node has none: the paths below /ipfs and /ipns are answered by its gateway, mutable files by files/*'

export const mount = command({
  help: { tagline: 'Show content as files of the system.', description: 'Cannot be done by a node in a browser, and says so.' },
  status: 'experimental',
  options: {
    ipfs: option.string('ipfs-path,f', 'Where /ipfs goes.'),
    ipns: option.string('ipns-path,n', 'Where /ipns goes.'),
    mfs: option.string('mfs-path,m', 'Where the mutable file system goes.')
  },

  run (_, { node }) {
    if (!node.online) {
      throw new Error(MUST_BE_ONLINE)
    }

    throw new CommandError(NO_FILE_SYSTEM, ERROR_CODES.implementation)
  }
})
