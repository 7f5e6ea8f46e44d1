/** The file is not a backup, or its beginning is damaged. */
export class NoBackupError extends Error {
  static override readonly name = 'NoBackupError'
  override readonly name = 'NoBackupError'
}
