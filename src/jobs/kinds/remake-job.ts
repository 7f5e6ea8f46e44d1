import type { Json } from '../../config/config.ts'
import type { JobNode } from '../job-node.ts'
import type { JobSpec } from '../job-spec.ts'
import type { Remake } from '../jobs.ts'
import { ADD_WAS_CUT } from './add.ts'
import { addReference } from './add-reference.ts'
import type { AddReferenceArgs } from './add-reference.ts'
import { IMPORT_WAS_CUT } from './dag-import.ts'
import { nameRenewal } from './name-renewal.ts'
import { pinAdd } from './pin-add.ts'
import type { PinAddArgs } from './pin-add.ts'
import { pinRemoteAdd } from './pin-remote-add.ts'
import type { PinRemoteAddArgs } from './pin-remote-add.ts'
import { repoGc } from './repo-gc.ts'
import { repoVerify } from './repo-verify.ts'
import type { RepoVerifyArgs } from './repo-verify.ts'

/** Makes the jobs of earlier lives anew, from their rows. A kind that is not here is of a later version; its rows are left alone. */
export function remakeJob (node: JobNode): Remake {
  const kinds: Record<string, (args: Json) => ReturnType<Remake>> = {
    'pin/add': (args) => erased(pinAdd(node, args as unknown as PinAddArgs)),
    'pin/remote/add': (args) => erased(pinRemoteAdd(node, args as unknown as PinRemoteAddArgs)),
    'name/renew': () => erased(nameRenewal(node)),
    'repo/gc': () => erased(repoGc(node)),
    'repo/verify': (args) => erased(repoVerify(node, args as unknown as RepoVerifyArgs)),
    add: (args) => (args as Partial<AddReferenceArgs>).file == null ? ADD_WAS_CUT : erased(addReference(node, args as unknown as AddReferenceArgs)),
    'dag/import': () => IMPORT_WAS_CUT
  }

  return (kind, args) => Object.hasOwn(kinds, kind) ? kinds[kind](args) : undefined
}

/** Nobody is there whom it could report to, and what it gives only it describes. */
function erased<T, R> (spec: JobSpec<T, R>): JobSpec<unknown, unknown> {
  return spec as unknown as JobSpec<unknown, unknown>
}
