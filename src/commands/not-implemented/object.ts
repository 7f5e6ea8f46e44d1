import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { allowBigBlock } from '../shared/allow-big-block.ts'
import { notImplemented } from './not-implemented.ts'
import { removed } from './removed.ts'
import { verbose } from '../shared/verbose.ts'

const INSTEAD = '\'ipfs dag\' or \'ipfs files\''
const root = argument.string('root', 'Path of the node to start from.')

const patch = group('Make a changed copy of a dag-pb node.', {
  'add-link': notImplemented('object/patch/add-link', {
    help: { tagline: 'With one more link.' },
    status: 'deprecated',
    args: { root, name: argument.string('name', 'Name of the link, or a path to it.'), ref: argument.string('ref', 'What it links to.') },
    options: { create: option.bool('create,p', 'Make the nodes on the way.') }
  }),
  'append-data': removed(INSTEAD),
  'rm-link': notImplemented('object/patch/rm-link', {
    help: { tagline: 'With one link less.' },
    status: 'deprecated',
    args: { root, name: argument.string('name', 'Name of the link, or a path to it.') }
  }),
  'set-data': removed(INSTEAD)
}, { status: 'deprecated', options: { allowBigBlock } })

export const object = group('Old commands for dag-pb nodes.', {
  data: removed(INSTEAD),
  diff: notImplemented('object/diff', {
    help: { tagline: 'Show how two directories differ.' },
    status: 'deprecated',
    args: { before: argument.string('obj_a', 'Path of the first.'), after: argument.string('obj_b', 'Path of the second.') },
    options: { verbose }
  }),
  get: removed(INSTEAD),
  links: removed(INSTEAD),
  new: removed(INSTEAD),
  patch,
  put: removed(INSTEAD),
  stat: removed(INSTEAD)
}, { status: 'deprecated' })
