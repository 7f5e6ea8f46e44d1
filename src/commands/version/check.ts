import { hasDht } from '../../net/network-settings.ts'
import { KUBO_VERSION } from '../../repo/version.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { MUST_BE_ONLINE } from '../shared/online-node.ts'

export const versionCheck = command({
  help: {
    tagline: 'Compare the version with the versions of seen peers.',
    description: 'This node samples only itself, so it never finds a newer version.'
  },
  errors: [
    { ask: '', says: "this command must be run in online mode. Try running 'ipfs daemon' first" }
  ],
  options: {
    minPercent: option.int(
      'min-percent,t',
      'Percentage of the peers that must have a newer version. Has no effect in this node.',
      { default: 5 }
    )
  },
  output: outputShape(
    'VersionCheckOutput',
    'UpdateAvailable:bool RunningVersion:string GreatestVersion:string PeersSampled:int WithGreaterVersion:int'
  ),

  run (_, { node }) {
    if (!node.online) {
      throw new Error(MUST_BE_ONLINE)
    }

    if (!hasDht(node.config)) {
      throw new Error('could not perform version check due to missing or incompatible DHT configuration')
    }

    // The sample is this node only, so no newer version is ever found. Kubo intends to reject percentages outside 1 to
    // 100, but reads the option with the wrong type, so that its default always applies.
    return singleResult({
      UpdateAvailable: false,
      RunningVersion: KUBO_VERSION,
      GreatestVersion: KUBO_VERSION,
      PeersSampled: 1,
      WithGreaterVersion: 0
    })
  }
})
