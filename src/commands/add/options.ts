import { option } from '../../rpc/command/option.ts'

/** Kubo's options of `add`, in its order (`core/commands/add.go`). */
export const addOptions = {
  // These tell the command line how to read files before the upload.
  recursive: option.bool('recursive,r', 'Add directories recursively (command line only).'),
  dereferenceArgs: option.bool(
    'dereference-args',
    'Follow symlinks given as arguments (command line only).',
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

  silent: option.bool('silent', 'Return only directories, not files.'),
  progress: option.bool('progress,p', 'Return progress: the number of bytes that were read of each file.'),
  onlyHash: option.bool('only-hash,n', 'Return the hashes without storing anything.'),
  wrap: option.bool('wrap-with-directory,w', 'Wrap the files in a new directory.'),
  pin: option.bool('pin', 'Pin the added content, so that garbage collection keeps it.', { default: true }),
  pinName: option.string('pin-name', 'Name of the pin.'),
  toFiles: option.string('to-files', 'Path in MFS at which to add a link to the content.'),
  cidVersion: option.int(
    'cid-version',
    'CID version, 0 or 1. Version 1 implies raw leaves and allows every hash function. Default: Import.CidVersion'
  ),
  hash: option.string('hash', 'Hash function. Any other than sha2-256 implies CIDv1. Default: Import.HashFunction'),
  rawLeaves: option.bool(
    'raw-leaves',
    'Store file data as raw blocks, without a UnixFS wrapper. Default: Import.UnixFSRawLeaves, else true for CIDv1'
  ),
  chunker: option.string(
    'chunker,s',
    'Chunking algorithm: size-BYTES, rabin-MIN-AVG-MAX or buzhash. Default: Import.UnixFSChunker'
  ),
  trickle: option.bool(
    'trickle,t',
    'Use the trickle DAG layout, which suits sequential reads. Default: Import.UnixFSDAGLayout'
  ),
  maxFileLinks: option.int(
    'max-file-links',
    'Maximum number of links in a file node. Default: Import.UnixFSFileMaxLinks',
    {
      experimental: true
    }
  ),
  maxDirectoryLinks: option.int(
    'max-directory-links',
    'Maximum number of links in a directory before it is sharded. Default: Import.UnixFSDirectoryMaxLinks',
    { experimental: true }
  ),
  maxHamtFanout: option.int(
    'max-hamt-fanout',
    'Fanout of a HAMT-sharded directory: a power of two, at least 8. Default: Import.UnixFSHAMTDirectoryMaxFanout',
    { experimental: true }
  ),
  inline: option.bool('inline', 'Inline small blocks into their CIDs.', { experimental: true }),
  inlineLimit: option.int('inline-limit', 'Maximum size in bytes of an inlined block, at most 128.', {
    default: 32,
    experimental: true
  }),
  nocopy: option.bool(
    'nocopy',
    'Store a reference to the file in place of its bytes (filestore). Requires raw leaves.',
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
    'Preserve the permissions of each file. The root is then never a raw block.',
    {
      experimental: true
    }
  ),
  preserveMtime: option.bool(
    'preserve-mtime',
    'Preserve the modification time of each file. The root is then never a raw block.',
    { experimental: true }
  ),
  mode: option.uint('mode', 'Permissions for all files.', { experimental: true }),
  mtime: option.int64('mtime', 'Modification time for all files, in seconds before or after the Unix epoch.', {
    experimental: true
  }),
  mtimeNsecs: option.uint('mtime-nsecs', 'Nanoseconds part of the modification time.', { experimental: true }),
  fastProvideRoot: option.bool(
    'fast-provide-root',
    'Announce the root to the DHT immediately; skipped if the node has no DHT. Default: Import.FastProvideRoot'
  ),
  fastProvideWait: option.bool(
    'fast-provide-wait',
    'Wait until the announcement is done. Default: Import.FastProvideWait'
  )
}
