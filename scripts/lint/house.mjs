import { noCircle } from './no-circle.mjs'

export default { meta: { name: 'house' }, rules: { 'no-circle': noCircle } }
