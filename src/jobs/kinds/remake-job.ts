import type { Json } from '../../config/values/config.ts'
import type { JobNode } from '../job-node.ts'
import type { Remake } from '../job-options.ts'
import { erasedSpec } from '../job-spec.ts'
import { addReference } from './add-reference.ts'
import type { AddReferenceArgs } from './add-reference.ts'
import { ADD_WAS_CUT } from './add.ts'
import { IMPORT_WAS_CUT } from './dag-import.ts'
import { FIND_CONTENT, findContent } from './find-content.ts'
import type { FindContentArgs } from './find-content.ts'
import { nameRenewal } from './name-renewal.ts'
import { pinAdd } from './pin-add.ts'
import type { PinAddArgs } from './pin-add.ts'
import { pinRemoteAdd } from './pin-remote-add.ts'
import type { PinRemoteAddArgs } from './pin-remote-add.ts'
import { repoGc } from './repo-gc.ts'
import { repoVerify } from './repo-verify.ts'
import type { RepoVerifyArgs } from './repo-verify.ts'

/** Recreates jobs of one kind from their rows. */
export type RemakeKind = (args: Json) => ReturnType<Remake>

/**
 * Returns a function that recreates the jobs of earlier runs from their rows. Ignores unknown kinds, which later
 * versions wrote.
 *
 * @param more - kinds of services that not every shell has, by name
 */
export function remakeJob (node: JobNode, more: ReadonlyMap<string, RemakeKind> = new Map()): Remake {
  const kinds: Record<string, RemakeKind> = {
    'pin/add': (args) => erasedSpec(pinAdd(node, args as unknown as PinAddArgs)),
    'pin/remote/add': (args) => erasedSpec(pinRemoteAdd(node, args as unknown as PinRemoteAddArgs)),
    'name/renew': () => erasedSpec(nameRenewal(node)),
    'repo/gc': () => erasedSpec(repoGc(node)),
    'repo/verify': (args) => erasedSpec(repoVerify(node, args as unknown as RepoVerifyArgs)),
    add: (args) =>
      (args as Partial<AddReferenceArgs>).file == null
        ? ADD_WAS_CUT
        : erasedSpec(addReference(node, args as unknown as AddReferenceArgs)),
    'dag/import': () => IMPORT_WAS_CUT,
    [FIND_CONTENT]: (args) => erasedSpec(findContent(node, args as unknown as FindContentArgs))
  }

  return (kind, args) => Object.hasOwn(kinds, kind) ? kinds[kind](args) : more.get(kind)?.(args)
}
