import { defineError } from '../../../errors/define-error.ts'

/**
 * A block is in the index, but its bytes cannot be read from its segment. Deleting it and putting it again repairs it.
 */
export class DamagedBlockError extends defineError('DamagedBlockError') {}
