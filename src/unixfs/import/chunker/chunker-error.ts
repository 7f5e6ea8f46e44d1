import { defineError } from '../../../errors/define-error.ts'

/** A chunker's name that does not say how to cut. The message is Kubo's. */
export class ChunkerError extends defineError('ChunkerError') {}
