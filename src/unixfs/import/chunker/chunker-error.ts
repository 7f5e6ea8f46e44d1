import { defineError } from '../../../errors/define-error.ts'

/** An invalid chunker name. The message is Kubo's. */
export class ChunkerError extends defineError('ChunkerError') {}
