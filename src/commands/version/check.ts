import { KUBO_VERSION } from '../../repo/version.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { once } from '../../rpc/result.ts'

/** Kinds of `Routing.Type` that know peers of the public network. */
const WITH_DHT = ['auto', 'autoclient', 'dht', 'dhtclient', 'dhtserver']

export const versionCheck = command({
  help: { tagline: 'Compare the version with those of the peers that were seen.' },
  options: { minPercent: option.int('min-percent,t', 'Percentage of the peers that must have a newer version.', { default: 5 }) },
  output: shape('VersionCheckOutput', 'UpdateAvailable:bool RunningVersion:string GreatestVersion:string PeersSampled:int WithGreaterVersion:int'),

  run ({ minPercent }, { node }) {
    if (node.exchange == null) {
      throw new Error('this command must be run in online mode. Try running \'ipfs daemon\' first')
    }

    if (!WITH_DHT.includes(node.config.get<string>('Routing.Type') ?? 'auto')) {
      throw new Error('could not perform version check due to missing or incompatible DHT configuration')
    }

    // Kubo means to check this and reads the number as another type, so that it never does; 0 is the default there
    if (minPercent < 0 || minPercent > 100) {
      throw new Error('Version.SwarmCheckPercentThreshold must be between 1 and 100')
    }

    // no peer is known, so the sample is this node alone
    return once({ UpdateAvailable: false, RunningVersion: KUBO_VERSION, GreatestVersion: KUBO_VERSION, PeersSampled: 1, WithGreaterVersion: 0 })
  }
})
