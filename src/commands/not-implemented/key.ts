import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'
import { ipnsBase, keySize, keyType } from './shared-options.ts'

const name = argument.string('name', 'Name of the key.')
const long = option.bool('l', 'With the IDs of the keys.')
const keyFormat = option.string('format,f', 'Form of the private key: libp2p-protobuf-cleartext or pem-pkcs8-cleartext.', { default: 'libp2p-protobuf-cleartext' })

export const key = group('Make and keep the keys that names are signed with.', {
  export: notImplemented('key/export', {
    help: { tagline: 'Write a private key to a file.' },
    noRemote: true,
    args: { name: argument.string('name', 'Name of the key.', { stdin: true }) },
    options: { output: option.string('output,o', 'The file.'), format: keyFormat }
  }),
  gen: notImplemented('key/gen', { help: { tagline: 'Make a key.' }, args: { name }, options: { type: keyType, size: keySize, ipnsBase } }),
  import: notImplemented('key/import', {
    help: { tagline: 'Take in a private key.' },
    args: { name, key: argument.file('key', 'The private key.') },
    options: { ipnsBase, format: keyFormat, anyType: option.bool('allow-any-key-type', 'Take keys of other kinds too.', { default: false }) }
  }),
  list: notImplemented('key/list', { help: { tagline: 'List the keys; key/ls does it now.' }, status: 'deprecated', options: { long, ipnsBase } }),
  ls: notImplemented('key/ls', { help: { tagline: 'List the keys.' }, options: { long, ipnsBase } }),
  rename: notImplemented('key/rename', {
    help: { tagline: 'Give a key another name.' },
    args: { name, newName: argument.string('newName', 'The new name.') },
    options: { force: option.bool('force,f', 'Replace a key of that name.'), ipnsBase }
  }),
  rm: notImplemented('key/rm', {
    help: { tagline: 'Throw keys away.' },
    args: { names: argument.string('name', 'Names of the keys.', { variadic: true, stdin: true }) },
    options: { long, ipnsBase }
  }),
  rotate: notImplemented('key/rotate', {
    help: { tagline: 'Give the node a new identity and keep the old one as a key.' },
    noRemote: true,
    options: { oldKey: option.string('oldkey,o', 'Name for the old identity.'), type: keyType, size: keySize }
  }),
  sign: notImplemented('key/sign', {
    help: { tagline: 'Sign bytes with a key.' },
    status: 'experimental',
    args: { data: argument.file('data', 'The bytes.', { stdin: true }) },
    options: { key: option.string('key,k', 'Name of the key; the identity when left out.'), ipnsBase }
  }),
  verify: notImplemented('key/verify', {
    help: { tagline: 'Check a signature of bytes.' },
    status: 'experimental',
    args: { data: argument.file('data', 'The bytes.', { stdin: true }) },
    options: { key: option.string('key,k', 'Name or ID of the key.'), signature: option.string('signature,s', 'The signature, as a multibase text.'), ipnsBase }
  })
})
