import { option } from '../../rpc/command/option.ts'

/** Kubo's options of `add`, in its order (`core/commands/add.go`). */
export const addOptions = {
  // These tell the command line how to read files before the upload.
  recursive: option.bool('recursive,r', 'Add directories with all that is in them; of use to the command line alone.'),
  dereferenceArgs: option.bool(
    'dereference-args',
    'Follow symlinks given as arguments; of use to the command line alone.',
    { deprecated: true }
  ),
  stdinName: option.string('stdin-name', 'Name for what comes from standard input; of use to the command line alone.'),
  hidden: option.bool('hidden,H', 'Include hidden files; of use to the command line alone.'),
  ignore: option.array('ignore', 'Rules for files to leave out; of use to the command line alone.', {
    experimental: true
  }),
  ignoreRulesPath: option.string(
    'ignore-rules-path',
    'File with rules for files to leave out; of use to the command line alone.',
    { experimental: true }
  ),
  emptyDirs: option.bool('empty-dirs,E', 'Keep directories that have nothing in them.', { default: true }),
  dereferenceSymlinks: option.bool('dereference-symlinks', 'Follow all symlinks; of use to the command line alone.'),
  // These make the command line print less.
  quiet: option.bool('quiet,q', 'Print hashes alone; of use to the command line alone.'),
  quieter: option.bool('quieter,Q', 'Print the last hash alone; of use to the command line alone.'),

  silent: option.bool('silent', 'Answer no files, only directories.'),
  progress: option.bool('progress,p', 'Answer how many bytes of each file are read.'),
  onlyHash: option.bool('only-hash,n', 'Answer the hashes and store nothing.'),
  wrap: option.bool('wrap-with-directory,w', 'Put the files into a directory of their own.'),
  pin: option.bool('pin', 'Keep what is added from being collected.', { default: true }),
  pinName: option.string('pin-name', 'Name of the pin.'),
  toFiles: option.string('to-files', 'Path in the Files API (MFS) to put a reference at.'),
  cidVersion: option.int(
    'cid-version',
    'Version of the CIDs, 0 or 1. Version 1 has raw leaves and takes any hash function. Default: Import.CidVersion'
  ),
  hash: option.string('hash', 'Hash function; version 1 unless it is sha2-256. Default: Import.HashFunction'),
  rawLeaves: option.bool(
    'raw-leaves',
    'Store the bytes of files as they are, without a frame. Default: Import.UnixFSRawLeaves, else as the version has it'
  ),
  chunker: option.string(
    'chunker,s',
    'How files are cut: size-BYTES, rabin-MIN-AVG-MAX or buzhash. Default: Import.UnixFSChunker'
  ),
  trickle: option.bool('trickle,t', 'Lay files out for reading from the start. Default: Import.UnixFSDAGLayout'),
  maxFileLinks: option.int('max-file-links', "Links of a file's node at most. Default: Import.UnixFSFileMaxLinks", {
    experimental: true
  }),
  maxDirectoryLinks: option.int(
    'max-directory-links',
    'Links of a directory at most before it is sharded. Default: Import.UnixFSDirectoryMaxLinks',
    { experimental: true }
  ),
  maxHamtFanout: option.int(
    'max-hamt-fanout',
    'Width of a sharded directory, a power of two from 8 on. Default: Import.UnixFSHAMTDirectoryMaxFanout',
    { experimental: true }
  ),
  inline: option.bool('inline', 'Put small blocks into their CIDs.', { experimental: true }),
  inlineLimit: option.int('inline-limit', 'Bytes of a block that is put into its CID, 128 at most.', {
    default: 32,
    experimental: true
  }),
  nocopy: option.bool('nocopy', 'Refer to the file where it lies instead of storing it. Needs raw leaves.', {
    experimental: true
  }),
  fscache: option.bool(
    'fscache',
    'Look for blocks in the filestore first; there is none here, so that it changes nothing.',
    { experimental: true }
  ),
  preserveMode: option.bool('preserve-mode', 'Keep the permissions of each file. The root is never a raw block.', {
    experimental: true
  }),
  preserveMtime: option.bool(
    'preserve-mtime',
    'Keep the modification time of each file. The root is never a raw block.',
    { experimental: true }
  ),
  mode: option.uint('mode', 'Permissions for all files.', { experimental: true }),
  mtime: option.int64('mtime', 'Modification time for all files, in seconds before or after the Unix epoch.', {
    experimental: true
  }),
  mtimeNsecs: option.uint('mtime-nsecs', 'Nanoseconds of that time.', { experimental: true }),
  fastProvideRoot: option.bool(
    'fast-provide-root',
    'Announce the root to the DHT at once; skipped while the node has none. Default: Import.FastProvideRoot'
  ),
  fastProvideWait: option.bool('fast-provide-wait', 'Wait until that is done. Default: Import.FastProvideWait')
}
