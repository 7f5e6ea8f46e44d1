import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

const path = argument.string('path', 'Path in the mutable file system.')
const optionalPath = argument.string('path', 'Path in the mutable file system; / when left out.', { required: false })
const source = argument.string('source', 'Where from.')
const dest = argument.string('dest', 'Where to.')

const parents = option.bool('parents,p', 'Make the directories on the way.')
const cidVersion = option.int('cid-version,cid-ver', 'Version of the CIDs.', { experimental: true })
const hash = option.string('hash', 'Hash function; CIDs get version 1 with it.', { experimental: true })
const offset = option.int64('offset,o', 'Byte to start at.')
const count = option.int64('count,n', 'Bytes at most.')

const STAT_FORMAT = '<hash>\nSize: <size>\nCumulativeSize: <cumulsize>\nChildBlocks: <childs>\nType: <type>\nMode: <mode> (<mode-octal>)\nMtime: <mtime>'

const stat = notImplemented('files/stat', {
  help: { tagline: 'Show what is known of a file or directory.' },
  args: { path },
  options: {
    format: option.string('format', 'Form of the text answer: <hash>, <size>, <cumulsize>, <type>, <childs>, <mode>, <mode-octal>, <mtime> and more.', { default: STAT_FORMAT }),
    hash: option.bool('hash', 'Print the CID alone.'),
    size: option.bool('size', 'Print the size alone.'),
    withLocal: option.bool('with-local', 'Find out how much of it is here.')
  }
})

const write = notImplemented('files/write', {
  help: { tagline: 'Write bytes into a file.' },
  args: { path, data: argument.file('data', 'The bytes.', { stdin: true }) },
  options: {
    offset,
    create: option.bool('create,e', 'Make the file when there is none.'),
    parents,
    truncate: option.bool('truncate,t', 'Empty the file first.'),
    count,
    rawLeaves: option.bool('raw-leaves', 'Store new bytes as they are, without a frame.', { experimental: true }),
    cidVersion,
    hash
  }
})

export const files = group('Work with the mutable file system (MFS).', {
  chcid: notImplemented('files/chcid', { help: { tagline: 'Give the CID of a directory another version or hash function.' }, args: { path: optionalPath }, options: { cidVersion, hash } }),
  chmod: notImplemented('files/chmod', {
    help: { tagline: 'Set the permissions of a file or directory.' },
    status: 'experimental',
    args: { mode: argument.string('mode', 'Permissions in octal.'), path }
  }),
  chroot: notImplemented('files/chroot', {
    help: { tagline: 'Put another directory in place of the whole file system.' },
    status: 'experimental',
    noRemote: true,
    args: { cid: argument.string('cid', 'The new root; an empty directory when left out.', { required: false }) },
    options: { confirm: option.bool('confirm', 'Yes, what is there now may be lost.') }
  }),
  cp: notImplemented('files/cp', {
    help: { tagline: 'Put a file or directory of /ipfs or of the file system at a place in it.' },
    args: { source, dest },
    options: { force: option.bool('force', 'Replace what is there.'), parents }
  }),
  flush: notImplemented('files/flush', { help: { tagline: 'Write out what was changed.' }, args: { path: optionalPath } }),
  ls: notImplemented('files/ls', {
    help: { tagline: 'List a directory.' },
    args: { path: optionalPath },
    options: { long: option.bool('long,l', 'With types, sizes and CIDs.'), unsorted: option.bool('U', 'In the order of the directory.') }
  }),
  mkdir: notImplemented('files/mkdir', { help: { tagline: 'Make a directory.' }, args: { path }, options: { parents, cidVersion, hash } }),
  mv: notImplemented('files/mv', { help: { tagline: 'Move or rename a file or directory.' }, args: { source, dest } }),
  read: notImplemented('files/read', { help: { tagline: 'Read a file.' }, args: { path }, options: { offset, count } }),
  rm: notImplemented('files/rm', {
    help: { tagline: 'Take files and directories away.' },
    args: { paths: argument.string('path', 'What to take away.', { variadic: true }) },
    options: { recursive: option.bool('recursive,r', 'Directories with all in them.'), force: option.bool('force', 'No error when it is not there, and directories too.') }
  }),
  stat,
  touch: notImplemented('files/touch', {
    help: { tagline: 'Set the modification time of a file or directory.' },
    status: 'experimental',
    args: { path },
    options: { mtime: option.int64('mtime', 'Seconds before or after the Unix epoch; now when left out.'), mtimeNsecs: option.uint('mtime-nsecs', 'Nanoseconds of that time.') }
  }),
  write
}, { options: { flush: option.bool('flush,f', 'Write out what is changed at once.', { default: true }) } })
