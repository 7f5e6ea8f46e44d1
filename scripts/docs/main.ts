import { writeFileSync } from 'node:fs'
import { root } from '../../src/commands/root.ts'
import { clientHas } from './client-has.ts'
import { reference } from './reference.ts'

writeFileSync(new URL('../../docs/rpc.md', import.meta.url), reference(root, clientHas))
