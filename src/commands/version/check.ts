import { hasDht } from '../../net/has-dht.ts'
import { KUBO_VERSION } from '../../repo/version.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { once } from '../../rpc/result.ts'
import { MUST_BE_ONLINE } from '../shared/online-errors.ts'

export const versionCheck = command({
  help: { tagline: 'Compare the version with those of the peers that were seen.' },
  errors: [
    { ask: '', says: 'this command must be run in online mode. Try running \'ipfs daemon\' first' }
  ],
  options: { minPercent: option.int('min-percent,t', 'Percentage of the peers that must have a newer version.', { default: 5 }) },
  output: shape('VersionCheckOutput', 'UpdateAvailable:bool RunningVersion:string GreatestVersion:string PeersSampled:int WithGreaterVersion:int'),

  run (_, { node }) {
    if (!node.online) {
      throw new Error(MUST_BE_ONLINE)
    }

    if (!hasDht(node.config)) {
      throw new Error('could not perform version check due to missing or incompatible DHT configuration')
    }

    // no peer is known, so the sample is this node alone, and no percentage of it is newer. Kubo means to refuse one that is
    // not between 1 and 100; it reads the number as another type, so that it goes by its default whatever was given
    return once({ UpdateAvailable: false, RunningVersion: KUBO_VERSION, GreatestVersion: KUBO_VERSION, PeersSampled: 1, WithGreaterVersion: 0 })
  }
})
