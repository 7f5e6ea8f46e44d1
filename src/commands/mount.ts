import { escapeNonPrint } from '../go/text/quote.ts'
import { command } from '../rpc/command/command.ts'
import { CommandError, ERROR_CODES } from '../rpc/command/errors.ts'
import { option } from '../rpc/command/option.ts'
import { outputShape } from '../rpc/command/output.ts'
import { singleResult } from '../rpc/command/result.ts'
import { MUST_BE_ONLINE } from './shared/online-node.ts'

/** A browser has no file systems to mount on, and Node has no FUSE. */
const NOWHERE_ELSE =
  'this node has no file system of the operating system to mount on: content can be at /ipfs, names at /ipns and ' +
  'mutable files at /mfs of its gateway'

const DEFAULTS = { IPFS: '/ipfs', IPNS: '/ipns', MFS: '/mfs' }

export const mount = command({
  help: {
    tagline: 'Mount content, names and MFS at /ipfs, /ipns and /mfs.',
    description:
      'Kubo mounts FUSE file systems. This node has paths of its gateway in their place: /ipfs and /ipns always, ' +
      '/mfs (read-only) from this command until shutdown. Other mount points are refused.'
  },
  differs: [
    'No file system is mounted. /ipfs, /ipns and /mfs are paths of the gateway, for this origin only. Other mount ' +
    'points are refused.'
  ],
  errors: [
    { ask: '', says: "this command must be run in online mode. Try running 'ipfs daemon' first" }
  ],
  status: 'experimental',
  options: {
    ipfs: option.string('ipfs-path,f', 'Mount point of /ipfs. Default: Mounts.IPFS'),
    ipns: option.string('ipns-path,n', 'Mount point of /ipns. Default: Mounts.IPNS'),
    mfs: option.string('mfs-path,m', 'Mount point of MFS. Default: Mounts.MFS')
  },
  output: outputShape('Mounts', 'IPFS:string IPNS:string MFS:string FuseAllowOther:bool'),

  async run ({ ipfs, ipns, mfs }, { node }) {
    if (!node.online) {
      throw new Error(MUST_BE_ONLINE)
    }

    const wanted = { IPFS: ipfs, IPNS: ipns, MFS: mfs }

    for (const name of ['IPFS', 'IPNS', 'MFS'] as const) {
      if ((wanted[name] ?? node.config.get<string>(`Mounts.${name}`) ?? DEFAULTS[name]) !== DEFAULTS[name]) {
        throw new CommandError(NOWHERE_ELSE, ERROR_CODES.implementation)
      }
    }

    await node.mountedFiles.mount()
    return singleResult({ ...DEFAULTS, FuseAllowOther: false })
  },

  text: ({ IPFS, IPNS, MFS }) =>
    `IPFS mounted at: ${escapeNonPrint(IPFS)}\nIPNS mounted at: ${escapeNonPrint(IPNS)}\nMFS mounted at: ${
      escapeNonPrint(MFS)
    }\n`
})
