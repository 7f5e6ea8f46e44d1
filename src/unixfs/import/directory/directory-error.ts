import { defineError } from '../../../errors/define-error.ts'

/** A tree that cannot be built: a name twice, a bad limit. The message is Kubo's. */
export class DirectoryError extends defineError('DirectoryError') {}
