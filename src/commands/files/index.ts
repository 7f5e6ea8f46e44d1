import { group } from '../../rpc/command/command.ts'
import { filesChcid } from './chcid.ts'
import { filesChmod } from './chmod.ts'
import { filesChroot } from './chroot.ts'
import { filesCp } from './cp.ts'
import { filesFlush } from './flush.ts'
import { filesLs } from './ls.ts'
import { filesMkdir } from './mkdir.ts'
import { filesMv } from './mv.ts'
import { filesRead } from './read.ts'
import { filesRm } from './rm.ts'
import { flushOption } from './shared/shared-options.ts'
import { filesStat } from './stat.ts'
import { filesTouch } from './touch.ts'
import { filesWrite } from './write.ts'

export const files = group('Work with the mutable file system (MFS).', {
  chcid: filesChcid,
  chmod: filesChmod,
  chroot: filesChroot,
  cp: filesCp,
  flush: filesFlush,
  ls: filesLs,
  mkdir: filesMkdir,
  mv: filesMv,
  read: filesRead,
  rm: filesRm,
  stat: filesStat,
  touch: filesTouch,
  write: filesWrite
}, { options: { flush: flushOption } })
