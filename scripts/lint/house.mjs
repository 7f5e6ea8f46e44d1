import { plainComments } from './plain-comments.mjs'

export default { meta: { name: 'house' }, rules: { 'plain-comments': plainComments } }
