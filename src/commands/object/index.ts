import { group } from '../../rpc/command/command.ts'
import { allowBigBlock } from '../shared/common-options.ts'
import { removed } from '../shared/removed.ts'
import { objectDiff } from './diff.ts'
import { objectPatchAddLink } from './patch-add-link.ts'
import { objectPatchRmLink } from './patch-rm-link.ts'

const INSTEAD = "'ipfs dag' or 'ipfs files'"

const patch = group('Create a modified copy of a dag-pb node.', {
  'add-link': objectPatchAddLink,
  'append-data': removed(INSTEAD),
  'rm-link': objectPatchRmLink,
  'set-data': removed(INSTEAD)
}, { status: 'deprecated', options: { allowBigBlock } })

export const object = group('Old commands for dag-pb nodes.', {
  data: removed(INSTEAD),
  diff: objectDiff,
  get: removed(INSTEAD),
  links: removed(INSTEAD),
  new: removed(INSTEAD),
  patch,
  put: removed(INSTEAD),
  stat: removed(INSTEAD)
}, { status: 'deprecated' })
