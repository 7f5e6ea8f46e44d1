import { defineError } from '../../../errors/define-error.ts'

/** A node of a file tells another size than what it links to, or than it holds. */
export class FileSizeError extends defineError('FileSizeError') {}
