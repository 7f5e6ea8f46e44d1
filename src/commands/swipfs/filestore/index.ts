import { group } from '../../../rpc/command/command.ts'
import { filestoreAdd } from './add.ts'

export const swipfsFilestore = group('Add files in place.', { add: filestoreAdd })
