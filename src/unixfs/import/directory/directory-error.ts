import { defineError } from '../../../errors/define-error.ts'

/**
 * A directory tree that cannot be built, for example for a duplicate name or an invalid limit. The message is Kubo's.
 */
export class DirectoryError extends defineError('DirectoryError') {}
