import { defineError } from '../../../errors/define-error.ts'

/** The file is not a backup, or its beginning is damaged. */
export class NoBackupError extends defineError('NoBackupError') {}
