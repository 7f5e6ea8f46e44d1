import { maxLine } from './max-line.mjs'
import { plainComments } from './plain-comments.mjs'

export default { meta: { name: 'house' }, rules: { 'max-line': maxLine, 'plain-comments': plainComments } }
