import { group } from '../../rpc/command/command.ts'
import { swipfsAppData } from './app-data/index.ts'
import { swipfsConfig } from './config/index.ts'
import { denylist } from './denylist/index.ts'
import { swipfsFilestore } from './filestore/index.ts'
import { inspect } from './inspect.ts'
import { jobs } from './jobs/index.ts'
import { swipfsKey } from './key/index.ts'
import { swipfsPin } from './pin/index.ts'
import { repairs } from './repairs/index.ts'
import { swipfsRetrieval } from './retrieval/index.ts'

/** Commands that Kubo lacks. `commands` does not list them, because its answer must equal Kubo's. */
export const swipfs = group('Commands of this node that Kubo does not have.', {
  'app-data': swipfsAppData,
  config: swipfsConfig,
  denylist,
  filestore: swipfsFilestore,
  inspect,
  jobs,
  key: swipfsKey,
  pin: swipfsPin,
  repairs,
  retrieval: swipfsRetrieval
}, { isOwn: true })
