import { command } from '../../rpc/command/command.ts'
import { CommandError, ERROR_CODES } from '../../rpc/command/errors.ts'
import { option } from '../../rpc/command/option.ts'
import { keySize, keyType } from './key-options.ts'

export const keyRotate = command({
  help: { tagline: 'Give the node a new identity and keep the old one as a key. Not available over HTTP.' },
  noRemote: true,
  options: { oldKey: option.string('oldkey,o', 'Name for the old identity.'), type: keyType, size: keySize },

  run () {
    // A node that runs commands counts as a running daemon.
    throw new CommandError('ipfs daemon is running. please stop it to run this command', ERROR_CODES.client)
  }
})
