import { option } from '../../rpc/command/option.ts'
import { dagOption, rootAndWaitOptions } from '../shared/fast-provide.ts'

/** Kubo's options of `add`, in its order (`core/commands/add.go`). */
export const addOptions = {
  // These tell the command line how to read files before the upload.
  recursive: option.bool('recursive,r', 'Add directories recursively (command line only).'),
  dereferenceArgs: option.bool(
    'dereference-args',
    'Follow symlinks that are given as arguments (command line only).',
    { deprecated: true }
  ),
  stdinName: option.string('stdin-name', 'Name of the data from standard input (command line only).'),
  hidden: option.bool('hidden,H', 'Include hidden files (command line only).'),
  ignore: option.array('ignore', 'Rule for files to ignore (command line only).', {
    experimental: true
  }),
  ignoreRulesPath: option.string(
    'ignore-rules-path',
    'File with rules for files to ignore (command line only).',
    { experimental: true }
  ),
  emptyDirs: option.bool('empty-dirs,E', 'Import empty directories.', { default: true }),
  dereferenceSymlinks: option.bool('dereference-symlinks', 'Follow all symlinks (command line only).'),
  // These make the command line print less.
  quiet: option.bool('quiet,q', 'Print hashes only (command line only).'),
  quieter: option.bool('quieter,Q', 'Print the last hash only (command line only).'),

  silent: option.bool('silent', 'Return directories only, no files.'),
  progress: option.bool('progress,p', 'Return progress: the number of bytes that were read of each file.'),
  onlyHash: option.bool('only-hash,n', 'Return the hashes without storing anything.'),
  wrap: option.bool('wrap-with-directory,w', 'Wrap the files in a new directory.'),
  pin: option.bool('pin', 'Pin the added content, so that garbage collection keeps it.', { default: true }),
  pinName: option.string('pin-name', 'Name of the pin; requires pin.'),
  toFiles: option.string(
    'to-files',
    'Path in MFS at which to add a link to the content. A path with a trailing slash is an existing directory.'
  ),
  cidVersion: option.int(
    'cid-version',
    'CID version, 0 or 1. Version 1 implies raw leaves and allows every hash function. Default: Import.CidVersion, ' +
      'else 0 for sha2-256 and 1 for other hash functions'
  ),
  hash: option.string(
    'hash',
    'Hash function. Any other than sha2-256 implies CIDv1. Default: Import.HashFunction, else sha2-256'
  ),
  rawLeaves: option.bool(
    'raw-leaves',
    'Store file data as raw blocks, without a UnixFS wrapper. Default: Import.UnixFSRawLeaves, else true for CIDv1; ' +
      'always false with a mode or modification time'
  ),
  chunker: option.string(
    'chunker,s',
    'Chunking algorithm: size-BYTES, rabin, rabin-AVG, rabin-MIN-AVG-MAX or buzhash. Default: Import.UnixFSChunker, ' +
      'else size-262144'
  ),
  trickle: option.bool(
    'trickle,t',
    'Use the trickle DAG layout, which suits sequential reads. Default: Import.UnixFSDAGLayout'
  ),
  maxFileLinks: option.int(
    'max-file-links',
    'Maximum number of links in a file node. Default: Import.UnixFSFileMaxLinks, else 174',
    {
      experimental: true
    }
  ),
  maxDirectoryLinks: option.int(
    'max-directory-links',
    'Maximum number of links in a directory before it is sharded; 0 for no limit. Default: ' +
      'Import.UnixFSDirectoryMaxLinks',
    { experimental: true }
  ),
  maxHamtFanout: option.int(
    'max-hamt-fanout',
    'Fanout of a HAMT-sharded directory: a power of two from 8 to 1024. Default: ' +
      'Import.UnixFSHAMTDirectoryMaxFanout, else 256',
    { experimental: true }
  ),
  inline: option.bool('inline', 'Inline small blocks into their CIDs.', { experimental: true }),
  inlineLimit: option.int('inline-limit', 'Maximum size in bytes of an inlined block, at most 128.', {
    default: 32,
    experimental: true
  }),
  nocopy: option.bool(
    'nocopy',
    'Store a reference to the file in place of its bytes (filestore). Implies raw leaves.',
    {
      experimental: true
    }
  ),
  fscache: option.bool(
    'fscache',
    'Check the filestore for existing blocks. Has no effect in this node.',
    { experimental: true }
  ),
  preserveMode: option.bool(
    'preserve-mode',
    'Preserve the permissions of each file. Disables raw leaves. Ignored with mode.',
    {
      experimental: true
    }
  ),
  preserveMtime: option.bool(
    'preserve-mtime',
    'Preserve the modification time of each file. Disables raw leaves. Ignored with mtime.',
    { experimental: true }
  ),
  mode: option.uint('mode', 'Permissions for all files and directories; an octal number starts with 0. 0 for none.', {
    experimental: true
  }),
  mtime: option.int64(
    'mtime',
    'Modification time for all files and directories, in seconds since the Unix epoch; 0 for none.',
    {
      experimental: true
    }
  ),
  mtimeNsecs: option.uint('mtime-nsecs', 'Nanoseconds part of the modification time; requires mtime.', {
    experimental: true
  }),
  ...rootAndWaitOptions,
  ...dagOption
}
